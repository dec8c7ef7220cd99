import { afterEach, describe, expect, test } from "bun:test";
import { type FetchStandIn, standInFetch } from "../support/browser/fetchStandIn.ts";
import { type HydratedIsland, hydrateIsland } from "../support/browser/hydrateIsland.ts";
import { type OpenedWorkspace, openWorkspace } from "../support/browser/openWorkspace.ts";
import { buttonNamed, fieldLabelled, typeInto } from "../support/browser/typeInto.ts";
import { until } from "../support/until.ts";

let island: HydratedIsland | undefined;
let server: FetchStandIn | undefined;
afterEach(async () => {
  await island?.close();
  server?.restore();
  [island, server] = [undefined, undefined];
});

/** Every way in which a server can fail without a word of its own. */
const wordless: [string, () => Response][] = [
  [
    "a line that is down",
    () => {
      throw new TypeError("Failed to fetch");
    },
  ],
  ["a proxy's page", () => new Response("<h1>502 Bad Gateway</h1>", { status: 502 })],
  ["an empty 500", () => new Response(null, { status: 500 })],
  ["JSON without a message", () => Response.json({}, { status: 503 })],
  ["a page in place of JSON", () => new Response("<!doctype html>", jsonType)],
];
const jsonType = { headers: { "content-type": "application/json" } };
const inWords = () =>
  Response.json({ message: "Too much to do just now", code: "internal" }, { status: 500 });
const alerts = (root: ParentNode) =>
  [...root.querySelectorAll('[role="alert"]')].map((node) => node.textContent);

async function signIn(answer: () => Response) {
  server = standInFetch({ "POST /amplify/auth/login": answer });
  const opened = await hydrateIsland({ name: "SignIn", url: "http://localhost:8000/login" });
  island = opened;
  await fill(opened, { Email: "ann@example.com", Password: "Right-1234" }, "Sign in");
  return opened;
}

async function signUp(answer: () => Response) {
  server = standInFetch({ "POST /amplify/auth/signup": answer });
  const opened = await hydrateIsland({ name: "SignUp", url: "http://localhost:8000/signup" });
  island = opened;
  const password = { Password: "Right-1234", "Confirm password": "Right-1234" };
  const names = { "First name": "Ann", "Last name": "Lee", Email: "ann@example.com" };
  await fill(opened, { ...names, ...password }, "Create Account");
  return opened;
}

async function fill(opened: HydratedIsland, fields: Record<string, string>, button: string) {
  for (const [label, text] of Object.entries(fields))
    await opened.act(() => typeInto(fieldLabelled(opened.document, label), text));
  await opened.act(() => buttonNamed(opened.document, button).click());
}

describe.each(wordless)("%s", (_, answer) => {
  test("at a sign-in is 'Failed to login'", async () => {
    expect(alerts((await signIn(answer)).document)).toEqual(["Failed to login"]);
  });

  test("at a sign-up is 'Failed to sign up'", async () => {
    expect(alerts((await signUp(answer)).document)).toEqual(["Failed to sign up"]);
  });

  test("when an account is added is 'Failed to add credential'", async () => {
    const opened = await addAccount({ "POST /amplify/auth/credentials": answer });
    await opened.settle(() => alerts(opened.dialog()).length > 0);
    expect(alerts(opened.dialog())).toEqual(["Failed to add credential"]);
  });
});

test("what a server says itself is shown as it says it", async () => {
  expect(alerts((await signIn(inWords)).document)).toEqual(["Too much to do just now"]);
  await island?.close();
  server?.restore();
  expect(alerts((await signUp(inWords)).document)).toEqual(["Too much to do just now"]);
});

test("a sign-in that is answered with nothing is a wrong pair", async () => {
  const opened = await signIn(() => Response.json(null));
  expect(alerts(opened.document)).toEqual(["Invalid Credentials"]);
  expect(opened.window.localStorage.getItem("uid")).toBeNull();
});

async function addAccount(answers: FetchStandIn["answers"]): Promise<OpenedWorkspace> {
  const opened = await openWorkspace({}, { url: "http://localhost:8000/app#accounts", answers });
  island = opened;
  await opened.click(opened.panel("accounts"), "Add Credential");
  await opened.type("Provider", "sandbox");
  await opened.type("Email", "me@example.com");
  await opened.type("Sender name", "Me");
  await opened.click(opened.dialog(), "Add Credential");
  return opened;
}

test("an address at Google that cannot be had is 'Failed to fetch google credential'", async () => {
  const opened = await openWorkspace(
    {},
    {
      url: "http://localhost:8000/app#accounts",
      person: { connectsGoogle: true },
      answers: { "GET /auth/authorize/scope": () => new Response(null, { status: 502 }) },
    },
  );
  island = opened;
  Object.assign(opened.window, { open: () => ({ close() {}, location: {} }) });
  await opened.click(opened.panel("accounts"), "Add Credential");
  await opened.click(opened.dialog(), "Connect with Google");
  await opened.settle(() => alerts(opened.dialog()).length > 0);
  expect(alerts(opened.dialog())).toEqual(["Failed to fetch google credential"]);
});

test("leads and accounts that are answered with nothing are said to be missing", async () => {
  const nothing = () => Response.json(null);
  const answers = { "GET /amplify/leads": nothing, "GET /amplify/auth/credentials": nothing };
  const opened = await openWorkspace({}, { url: "http://localhost:8000/app#accounts", answers });
  island = opened;
  const said = "Something went wrong, sorry for the inconvenience. Please try again later.";
  for (const panel of ["leads", "accounts"])
    await opened.settle(() => opened.panel(panel).textContent?.includes(said) === true);
});

describe("a verification", () => {
  async function enter(answer: () => Response) {
    const opened = await openWorkspace(
      {},
      {
        answers: {
          "POST /amplify/auth/verify": answer,
          "POST /amplify/auth/logout": () => ({ body: { message: "" } }),
        },
        prepare: (window) => {
          window.location.assign = (url: string) => void went.push(url);
        },
      },
    );
    island = opened;
    return opened;
  }
  let went: string[] = [];
  afterEach(() => {
    went = [];
  });
  const left = (opened: OpenedWorkspace) =>
    JSON.parse(opened.window.sessionStorage.getItem("passing") ?? "null");

  test.each([
    ["an empty 500", () => new Response(null, { status: 500 }), "Failed to verify user"],
    ["a proxy's page", () => new Response("<h1>Bad</h1>", { status: 502 }), "Failed to verify user"],
    ["words of the server's", inWords, "Too much to do just now"],
  ] as const)("that fails with %s signs out and says why", async (_, answer, message) => {
    const opened = await enter(answer);
    await opened.settle(() => went.length > 0);
    expect(went).toEqual(["/login"]);
    expect(opened.callsTo("POST /amplify/auth/logout")).toHaveLength(1);
    expect(opened.window.localStorage.getItem("uid")).toBeNull();
    expect(left(opened)).toEqual({ kind: "notVerified", message });
  });

  test.each([
    ["gets no answer", () => Promise.reject(new TypeError("Failed to fetch"))],
    [
      "is asked too often",
      () => Response.json({ message: "Please try again", code: "rate_limited" }, { status: 429 }),
    ],
  ])("that %s signs nobody out, says so, and is asked again until it is answered", async (_, refused) => {
    let isDown = true;
    const opened = await enter(() => {
      if (isDown) return refused() as Response;
      return Response.json({ status: "AMFR", role: "user", data: { status: "AMFR", role: "user" } });
    });
    const text = () => opened.document.body.textContent ?? "";
    await opened.settle(() => text().includes("Your sign-in could not be checked"));
    isDown = false;
    await opened.settle(() => opened.window.localStorage.getItem("uid") === "u1");
    await opened.settle(() => !text().includes("Your sign-in could not be checked"));
    expect(went).toEqual([]);
    expect(opened.callsTo("POST /amplify/auth/logout")).toHaveLength(0);
  });
});

test("the reason why a verification failed stands on the sign-in page", async () => {
  server = standInFetch({});
  const opened = await hydrateIsland({
    name: "SignIn",
    url: "http://localhost:8000/login",
    prepare: ({ sessionStorage }) =>
      sessionStorage.setItem("passing", '{"kind":"notVerified","message":"Too much to do just now"}'),
  });
  island = opened;
  await until(() => alerts(opened.document).length > 0);
  expect(alerts(opened.document)).toEqual(["Too much to do just now"]);
});

describe("what is stored under site", () => {
  const open = async (site: string) => {
    const opened = await openWorkspace({}, { remembered: { site } });
    island = opened;
    return opened.callsTo("GET /amplify/leads").map(({ headers }) => headers.get("authorization"));
  };

  test("goes along as the Authorization header, as it is, with calls for data and not with signing in", async () => {
    expect(await open("Basic c2l0ZQ==")).toContain("Basic c2l0ZQ==");
    await island?.close();
    await signIn(() => Response.json({ uid: "u1", status: "AMFR", role: "user", token: "t" }));
    expect(server?.calls[0]?.headers.has("authorization")).toBe(false);
  });

  test("is left out where there is none, or where it could not be a header", async () => {
    for (const site of ["", "a\nb", "sîte", "x".repeat(5_000)]) {
      expect(new Set(await open(site))).toEqual(new Set([null]));
      await island?.close();
    }
  });

  test("is never put there by a sign-in, whose token the browser has no use for", async () => {
    const opened = await signIn(() =>
      Response.json({ uid: "u1", status: "AMFR", role: "user", token: "secret" }),
    );
    await until(() => opened.window.localStorage.getItem("uid") === "u1");
    expect(opened.window.localStorage.getItem("site")).toBeNull();
  });
});
