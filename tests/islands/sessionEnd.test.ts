import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { type FetchStandIn, standInFetch } from "../support/browser/fetchStandIn.ts";
import { type HydratedIsland, hydrateIsland } from "../support/browser/hydrateIsland.ts";
import {
  type OpenedWorkspace,
  openWorkspace,
  someCredential,
  someLead,
  someTemplate,
} from "../support/browser/openWorkspace.ts";
import { buttonNamed, fieldLabelled, typeInto } from "../support/browser/typeInto.ts";
import { until } from "../support/until.ts";

let island: HydratedIsland | undefined;
let server: FetchStandIn | undefined;
let went: string[];
beforeEach(() => {
  went = [];
});
afterEach(async () => {
  await island?.close();
  server?.restore();
  [island, server] = [undefined, undefined];
});

const unauthorized = { status: 401, body: { message: "Unauthorized" } };
const sessionOf = (uid: string) => ({ body: { uid, status: "AMFR", role: "user", token: "t" } });
const watched = (window: HydratedIsland["window"]) => {
  window.location.assign = (url: string) => void went.push(url);
};
const cover = ({ document }: HydratedIsland) => document.querySelector<HTMLElement>(".sign-in-again");
const subject = ({ document }: HydratedIsland) => fieldLabelled(document, "Subject").value;

/** A send half composed, whose session has ended elsewhere before it is sent. */
async function composed(): Promise<OpenedWorkspace> {
  const opened = await openWorkspace(
    { leads: [someLead], templates: [someTemplate], credentials: [someCredential] },
    {
      person: { email: "ada@example.com" },
      prepare: watched,
      answers: { "POST /email/send": () => unauthorized },
    },
  );
  island = opened;
  const send = () => opened.dialog().textContent?.includes("Send to 1") ?? false;
  await opened.settle(() => opened.window.localStorage.getItem("uid") === "u1");
  await opened.click(opened.panel("leads"), "Send Email");
  await opened.settle(send);
  await opened.type("Subject", "Spring news");
  await opened.type("Template", "t1");
  return opened;
}

async function signIn(opened: OpenedWorkspace, uid: string): Promise<void> {
  opened.server.answers["POST /amplify/auth/login"] = () => sessionOf(uid);
  const over = cover(opened);
  if (over === null) throw new Error("Nothing asks to sign in");
  await opened.act(() => typeInto(fieldLabelled(over, "Email"), "ann@example.com"));
  await opened.act(() => typeInto(fieldLabelled(over, "Password"), "Right-1234"));
  await opened.act(() => buttonNamed(over, "Sign in").click());
}

describe("a session that ends elsewhere while a mail is composed", () => {
  test("is said, covers everything, and leaves the work as it was once the same person has signed in", async () => {
    const opened = await composed();
    await opened.click(opened.dialog(), "Send to 1");
    await opened.settle(() => cover(opened) !== null);
    expect(cover(opened)?.querySelector('[role="alert"]')?.textContent).toStartWith("Unauthorized");
    expect(opened.document.querySelector<HTMLElement>(".workspace")?.dataset.covered).toBe("true");
    expect(went).toEqual([]);
    // Who was here is known, and only the password is asked for.
    const over = cover(opened) as HTMLElement;
    await opened.settle(() => opened.document.activeElement === fieldLabelled(over, "Password"));
    expect(fieldLabelled(over, "Email").value).toBe("ada@example.com");

    const [sockets, asked] = [opened.socket.opened(), opened.callsTo("GET /amplify/leads").length];
    await signIn(opened, "u1");
    await opened.settle(() => cover(opened) === null);
    expect(opened.document.querySelector<HTMLElement>(".workspace")?.dataset.covered).toBe("false");
    expect([subject(opened), fieldLabelled(opened.document, "Template").value]).toEqual([
      "Spring news",
      "t1",
    ]);
    // Whoever is signed in again is told nowhere that they are not.
    expect(opened.dialog().textContent).not.toContain("Unauthorized");
    await opened.settle(() => opened.socket.opened() > sockets);
    await opened.settle(() => opened.callsTo("GET /amplify/leads").length > asked);
    expect(went).toEqual([]);
  });

  test("gives the next person a workspace of their own, with nothing of it", async () => {
    const opened = await composed();
    await opened.click(opened.dialog(), "Send to 1");
    await opened.settle(() => cover(opened) !== null);
    await signIn(opened, "u2");
    await opened.settle(() => went.length > 0);
    expect(went).toEqual(["/app"]);
    expect(cover(opened)).not.toBeNull();
    expect(opened.window.localStorage.getItem("uid")).toBe("u2");
  });

  test("goes on by itself when the same person has signed in in another tab", async () => {
    const opened = await composed();
    await opened.click(opened.dialog(), "Send to 1");
    await opened.settle(() => cover(opened) !== null);
    const look = () => opened.act(() => opened.window.dispatchEvent(new opened.window.Event("focus")));
    opened.server.answers["GET /amplify/auth/me"] = () => unauthorized;
    await look();
    expect(cover(opened)).not.toBeNull();
    opened.server.answers["GET /amplify/auth/me"] = () => sessionOf("u1");
    await look();
    await opened.settle(() => cover(opened) === null);
    expect(subject(opened)).toBe("Spring news");
  });

  test("is found by the socket too, which is closed for it", async () => {
    const opened = await composed();
    opened.server.answers["GET /amplify/auth/me"] = () => unauthorized;
    await opened.act(() => opened.socket.drop(4401));
    await opened.settle(() => cover(opened) !== null);
  });

  test("is left for the sign-in page where the person wants that, and nothing is kept", async () => {
    const opened = await composed();
    await opened.click(opened.dialog(), "Send to 1");
    await opened.settle(() => cover(opened) !== null);
    await opened.click(cover(opened) as HTMLElement, "Leave, and drop what is not saved");
    expect(went).toEqual(["/login"]);
    expect(opened.window.localStorage.getItem("uid")).toBeNull();
  });
});

test("after a logout in another tab nothing asks to go on here", async () => {
  const opened = await composed();
  opened.window.localStorage.removeItem("uid");
  await opened.click(opened.dialog(), "Send to 1");
  await opened.settle(() => went.length > 0);
  expect(went).toEqual(["/login"]);
  expect(cover(opened)).toBeNull();
  expect(opened.window.sessionStorage.getItem("passing")).toBeNull();
});

test("a session that ends for one person while another has signed in here leaves nothing of the first to see", async () => {
  const opened = await composed();
  opened.server.answers["GET /amplify/auth/me"] = () => sessionOf("u2");
  await opened.act(() => opened.socket.drop(4401));
  await opened.settle(() => went.length > 0);
  expect(went).toEqual(["/app"]);
});

describe("on a page that cannot ask in place", () => {
  test("the sign-in page says why one is there", async () => {
    server = standInFetch({
      "GET /amplify/account": () => unauthorized,
      "GET /amplify/account/sessions": () => unauthorized,
    });
    const opened = await hydrateIsland({
      name: "Account",
      url: "http://localhost:8000/account",
      props: { mailsPasswordLinks: false },
      prepare: (window) => {
        watched(window);
        window.localStorage.setItem("uid", "u1");
      },
    });
    island = opened;
    await until(() => went.length > 0);
    expect(went[0]).toBe("/login");
    expect(JSON.parse(opened.window.sessionStorage.getItem("passing") ?? "")).toEqual({
      kind: "ended",
      backTo: "/account",
    });
  });

  test.each([
    ["/account", "/account"],
    ["//evil.example", "/app"],
    ["https://evil.example", "/app"],
    ["javascript:alert(1)", "/app"],
  ])("the way back to %s is taken as %s", async (backTo, taken) => {
    server = standInFetch({ "POST /amplify/auth/login": () => sessionOf("u1") });
    const opened = await hydrateIsland({
      name: "SignIn",
      url: "http://localhost:8000/login",
      prepare: (window) => {
        watched(window);
        window.sessionStorage.setItem("passing", JSON.stringify({ kind: "ended", backTo }));
      },
    });
    island = opened;
    const said = opened.document.querySelector('[role="alert"]')?.textContent ?? null;
    expect(said).toBe(taken === backTo ? "Unauthorized: your session has ended. Sign in to go on." : null);
    await opened.act(() => typeInto(fieldLabelled(opened.document, "Email"), "ann@example.com"));
    await opened.act(() => typeInto(fieldLabelled(opened.document, "Password"), "Right-1234"));
    await opened.act(() => buttonNamed(opened.document, "Sign in").click());
    expect(went).toEqual([taken]);
  });
});
