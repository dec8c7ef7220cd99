import { expect, test } from "bun:test";
import { reason } from "../../contract/reasons.ts";
import {
  closesWorkspaces,
  type OpenedWorkspace,
  openWorkspace,
  someCredential,
} from "../support/browser/openWorkspace.ts";
import { fieldLabelled } from "../support/browser/typeInto.ts";

closesWorkspaces();

async function opening(
  credentials: (typeof someCredential)[],
  answers: NonNullable<Parameters<typeof openWorkspace>[1]>["answers"] = {},
) {
  const opened = await openWorkspace({ credentials }, { url: "http://localhost:8000/app#accounts", answers });
  return opened;
}
const labels = (opened: OpenedWorkspace) =>
  [...opened.dialog().querySelectorAll("label")].map((label) => label.textContent);

test("a sender name of two words is refused at its field in the specification's words", async () => {
  const opened = await opening([]);
  await opened.click(opened.panel("accounts"), "Add Credential");
  await opened.type("Email", "me@example.com");
  await opened.type("Sender name", "Ann Lee");
  await opened.click(opened.dialog(), "Add Credential");
  expect(opened.dialog().textContent).toContain("Alias should be in the format: Name <me@example.com>");
  expect(opened.callsTo("POST /amplify/auth/credentials")).toHaveLength(0);
});

test("everything that cannot be right is said at its field, and the server is asked nothing", async () => {
  const opened = await opening([]);
  // Nothing takes the focus as long as the loader lies over it.
  await opened.settle(() => opened.document.querySelector(".loader") === null);
  await opened.click(opened.panel("accounts"), "Add Credential");
  await opened.type("Provider", "smtp");
  await opened.type("Port", "mail");
  await opened.click(opened.dialog(), "Add Credential");
  expect([...opened.dialog().querySelectorAll(".field-error")].map((error) => error.textContent)).toEqual([
    "Please enter a valid email address",
    "Please enter the server's host",
    "The port is a number, often 587 or 465",
    "Please enter a sender name. Alias should be in the format: Name <email>",
  ]);
  await opened.settle(() => opened.document.activeElement === fieldLabelled(opened.dialog(), "Email"));
  await opened.type("Email", "me@example.com");
  await opened.click(opened.dialog(), "Add Credential");
  await opened.settle(() => opened.document.activeElement === fieldLabelled(opened.dialog(), "Host"));
  expect(opened.callsTo("POST /amplify/auth/credentials")).toHaveLength(0);
});

test("each provider asks for what it needs and no more", async () => {
  const opened = await opening([]);
  await opened.click(opened.panel("accounts"), "Add Credential");
  expect(labels(opened)).toEqual(["Provider", "Email", "App password", "Sender name", "Shown as (optional)"]);
  await opened.type("Provider", "sandbox");
  expect(labels(opened)).toEqual(["Provider", "Email", "Sender name", "Shown as (optional)"]);
  await opened.type("Provider", "smtp");
  expect(labels(opened)).toEqual([
    "Provider",
    "Email",
    "Host",
    "Port",
    "Security",
    "User name (optional)",
    "Password",
    "Sender name",
    "Sender address (optional)",
    "Shown as (optional)",
  ]);
});

test("a new account is sent with its server, and the list is asked for again", async () => {
  const opened = await opening([], {
    "POST /amplify/auth/credentials": () => ({ status: 201, body: someCredential }),
  });
  await opened.click(opened.panel("accounts"), "Add Credential");
  await opened.type("Provider", "smtp");
  await opened.type("Email", " me@example.com ");
  await opened.type("Host", "mail.example.com");
  await opened.type("Password", "secret");
  await opened.type("Sender name", "Me");
  await opened.type("Shown as (optional)", " Me and Co. ");
  await opened.click(opened.dialog(), "Add Credential");
  await opened.settle(() => opened.document.querySelector("dialog[open]") === null);
  expect(opened.callsTo("POST /amplify/auth/credentials")[0]?.body).toEqual({
    provider: "smtp",
    appEmail: "me@example.com",
    appPassword: "secret",
    alias: "Me <me@example.com>",
    displayName: "Me and Co.",
    host: "mail.example.com",
    port: 587,
    security: "starttls",
    user: "",
  });
});

test("editing locks the provider and may leave the password and the alias empty", async () => {
  const opened = await opening([someCredential], {
    "PUT /amplify/auth/credentials/{id}": () => ({ body: someCredential }),
  });
  await opened.click(opened.panel("accounts"), "Edit Me <me@example.com>");
  expect(fieldLabelled(opened.dialog(), "Provider").disabled).toBe(true);
  await opened.type("Sender name", "");
  await opened.click(opened.dialog(), "Save account");
  await opened.settle(() => opened.document.querySelector("dialog[open]") === null);
  const body = opened.callsTo("PUT /amplify/auth/credentials/{id}")[0]?.body;
  expect(body).toEqual({ provider: "smtp", alias: "", was: { alias: someCredential.alias } });
});

test("an account connected by Google has a locked e-mail and no password", async () => {
  const google = { ...someCredential, provider: "google" as const, type: "gscope" as const };
  const opened = await opening([google]);
  await opened.click(opened.panel("accounts"), "Edit Me <me@example.com>");
  expect(fieldLabelled(opened.dialog(), "Email").readOnly).toBe(true);
  expect(labels(opened)).not.toContain("App password");
});

test("a paused account says why, and can be resumed", async () => {
  const paused = {
    ...someCredential,
    state: "paused" as const,
    pausedReason: "The server refused the password.",
  };
  const opened = await opening([paused], {
    "POST /amplify/auth/credentials/{id}/resume": () => ({
      status: 400,
      body: { message: "Still refused", code: "bad_request" },
    }),
  });
  expect(opened.panel("accounts").textContent).toContain(
    "The server refused the password. Its campaigns wait until you resume it.",
  );
  // What is to be done stands with why, not below the account's figures and domain.
  const resume = opened.panel("accounts").querySelector('[aria-label="Resume Me <me@example.com>"]');
  expect(resume?.parentElement?.previousElementSibling?.textContent).toContain("refused the password");
  await opened.click(opened.panel("accounts"), "Resume Me <me@example.com>");
  await opened.settle(() => opened.panel("accounts").textContent?.includes("Still refused") ?? false);
});

test("an account whose sign-in was refused asks for its password first", async () => {
  const pausedCause = reason("sign_in_refused", { help: "smtp" }, "535 5.7.8 Error");
  const opened = await opening([
    { ...someCredential, state: "paused", pausedReason: "Refused", pausedCause },
  ]);
  const primary = opened.panel("accounts").querySelector('.account-go-on [data-variant="primary"]');
  expect(primary?.textContent).toBe("Enter the password");
  await opened.click(opened.panel("accounts"), "Enter the password of Me <me@example.com>");
  await opened.settle(() => opened.document.querySelector("dialog[open] [type=password]") !== null);
});

test("an account whose day is used up says so, and one that goes on by itself asks for nothing", async () => {
  const usedUp = { ...someCredential, perDayNow: 5, sentToday: 5 };
  const pausedReason = "The provider's daily limit is reached";
  const resting = { ...someCredential, _id: "a2", state: "paused" as const, pausedReason, pausedUntil: 0 };
  const opened = await opening([usedUp, resting]);
  const [first, second] = opened.panel("accounts").querySelectorAll(".account-card");
  expect(first?.textContent).toContain("Today's mails are used up.");
  expect(first?.querySelector(".badge")?.textContent).toBe("Limit reached");
  expect(second?.querySelector(".badge")?.getAttribute("data-status")).toBe("waiting");
  expect(second?.querySelector('[data-variant="primary"]')).toBeNull();
});

test("the focus is not lost with the account that is deleted", async () => {
  const stored = {
    credentials: [someCredential, { ...someCredential, _id: "a2", sender: "You <you@example.com>" }],
  };
  const page = await openWorkspace(stored, {
    url: "http://localhost:8000/app#accounts",
    answers: {
      "DELETE /amplify/auth/credentials/{id}": () => {
        stored.credentials.shift();
        return { body: { message: "Deleted" } };
      },
      "GET /amplify/auth/credentials": () => ({ body: stored.credentials }),
    },
  });
  const opened = page;
  // Nothing takes the focus as long as the loader lies over it.
  await opened.settle(() => opened.document.querySelector(".loader") === null);
  await opened.click(opened.panel("accounts"), "Delete Me <me@example.com>");
  await opened.click(opened.dialog(), "Delete");
  await opened.settle(() => opened.panel("accounts").querySelectorAll(".account-card").length === 1);
  expect(opened.document.activeElement?.textContent).toBe("Accounts");
  expect(opened.document.querySelector(".toast-tray")?.textContent).toContain("me@example.com is deleted.");
});

test("the sandbox is one click away while there is no account", async () => {
  const opened = await opening([], {
    "POST /amplify/auth/credentials": () => ({ status: 201, body: someCredential }),
  });
  await opened.click(opened.panel("accounts"), "Try it with the sandbox");
  expect(opened.callsTo("POST /amplify/auth/credentials")[0]?.body).toMatchObject({ provider: "sandbox" });
});

test("limits are typed in words of their own, checked at their fields, and empty means none", async () => {
  const opened = await opening([someCredential], {
    "PUT /amplify/auth/credentials/{id}": () => ({ body: someCredential }),
  });
  await opened.click(opened.panel("accounts"), "Limits of Me <me@example.com>");
  await opened.type("Mails in 24 hours", "many");
  await opened.click(opened.dialog(), "Save limits");
  expect(opened.dialog().textContent).toContain("A whole number from 1 to");
  expect(opened.callsTo("PUT /amplify/auth/credentials/{id}")).toHaveLength(0);

  await opened.type("Mails in 24 hours", "");
  await opened.type("Mails in a minute", "30");
  await opened.type("Seconds between two mails", "1.5");
  await opened.type("Connections to the server at once", "4");
  await opened.type("Ramp-up: mails on the first day", "40");
  await opened.click(opened.dialog(), "Save limits");
  await opened.settle(() => opened.callsTo("PUT /amplify/auth/credentials/{id}").length === 1);
  expect(opened.callsTo("PUT /amplify/auth/credentials/{id}")[0]?.body).toMatchObject({
    perDay: null,
    perMinute: 30,
    gapMs: 1_500,
    connections: 4,
    rampPerDay: 40,
  });
});

test("an account is tried with a press, and its server's answer stands on the card", async () => {
  let accepts = true;
  const opened = await opening([someCredential], {
    "POST /amplify/auth/credentials/{id}/test": () =>
      accepts
        ? { body: { message: "SMTP server accepts the sign-in. Nothing was sent." } }
        : { status: 400, body: { message: "The server refused this password.", code: "bad_request" } },
  });
  const card = opened.panel("accounts");
  await opened.click(card, "Test Me <me@example.com>");
  await opened.settle(() => card.textContent?.includes("Nothing was sent") ?? false);
  accepts = false;
  await opened.click(card, "Test Me <me@example.com>");
  await opened.settle(() => card.textContent?.includes("refused this password") ?? false);
  expect(card.textContent).not.toContain("Nothing was sent");
});

test("a password that is asked for again is asked for at its field, and the word goes once it is typed", async () => {
  const opened = await opening([someCredential], {
    "PUT /amplify/auth/credentials/{id}": () => ({
      status: 400,
      body: { message: "Please enter the password again.", code: "password_required" },
    }),
  });
  await opened.settle(() => opened.document.querySelector(".loader") === null);
  await opened.click(opened.panel("accounts"), "Edit Me <me@example.com>");
  await opened.type("Host", "mail.elsewhere.test");
  await opened.click(opened.dialog(), "Save account");
  const fault = () => opened.dialog().querySelector(".field-error")?.textContent;
  await opened.settle(() => fault() === "Please enter the password again.");
  expect(opened.dialog().querySelector(".notice")).toBeNull();
  await opened.settle(() => opened.document.activeElement === fieldLabelled(opened.dialog(), "Password"));
  await opened.type("Password", "secret");
  await opened.settle(() => fault() === undefined);
});

const fieldErrors = (opened: OpenedWorkspace) =>
  [...opened.dialog().querySelectorAll(".field-error")].map((error) => error.textContent);

test("what recipients see is said while it is typed, in any of its parts", async () => {
  const opened = await opening([]);
  await opened.click(opened.panel("accounts"), "Add Credential");
  const preview = () => opened.dialog().querySelector(".sender-preview")?.textContent;
  expect(preview()).toBe("Recipients see: the name and the address that you enter");
  await opened.type("Provider", "smtp");
  await opened.type("Email", "me@example.com");
  await opened.type("Sender name", "Ann");
  expect(preview()).toBe("Recipients see: Ann <me@example.com>");
  await opened.type("Sender address (optional)", "news@example.com");
  await opened.type("Shown as (optional)", "Ann Lee, Acme");
  expect(preview()).toBe("Recipients see: Ann Lee, Acme <news@example.com>");
  // An address that is not the account's to use is not what they would see.
  await opened.type("Sender address (optional)", "ceo@bank.example");
  expect(preview()).toBe("Recipients see: Ann Lee, Acme <me@example.com>");
});

test("a refused field is no longer refused once it is mended, or once another one mends it", async () => {
  const opened = await opening([], {
    "POST /amplify/auth/credentials": () => ({
      status: 400,
      body: { message: "The server refused this user name.", code: "bad_request" },
    }),
  });
  await opened.click(opened.panel("accounts"), "Add Credential");
  await opened.type("Provider", "smtp");
  await opened.type("Email", "me@example.com");
  await opened.type("Host", "mail.example.com");
  await opened.type("Sender name", "Ann Lee");
  await opened.type("Sender address (optional)", "news@acme.example");
  await opened.type("Shown as (optional)", "ceo@bank.example");
  await opened.click(opened.dialog(), "Add Credential");
  await opened.settle(() => fieldErrors(opened).length === 2);
  expect(fieldErrors(opened)).toEqual([
    "Alias should be in the format: Name <me@example.com>",
    "The sender's name may hold no “@”: it must not look like an address.",
  ]);
  await opened.type("Sender name", "Ann");
  await opened.type("Shown as (optional)", "");
  await opened.settle(() => fieldErrors(opened).length === 0);
  await opened.click(opened.dialog(), "Add Credential");
  await opened.settle(() => fieldErrors(opened).length === 1);
  expect(fieldErrors(opened)).toEqual([
    "The alias may only name an address of the account's own domain: Ann <me@example.com>",
  ]);
  await opened.type("Email", "me@acme.example");
  await opened.settle(() => fieldErrors(opened).length === 0);

  await opened.click(opened.dialog(), "Add Credential");
  await opened.settle(() => opened.dialog().querySelector(".notice") !== null);
  await opened.type("User name (optional)", "login");
  await opened.settle(() => opened.dialog().querySelector(".notice") === null);
});

test("the password is asked for as soon as the server changes, and no longer once it is the old one", async () => {
  const opened = await opening([someCredential]);
  await opened.click(opened.panel("accounts"), "Edit Me <me@example.com>");
  const said = () => opened.dialog().textContent ?? "";
  expect(said()).toContain("Leave it empty to keep the stored one.");
  await opened.type("Host", "mail.elsewhere.test");
  expect(said()).toContain("enter it again, if there is one.");
  await opened.type("Host", "Mail.example.com");
  expect(said()).toContain("Leave it empty to keep the stored one.");
});

test("an account from before whose alias is not its own says what mails show", async () => {
  const old = { ...someCredential, alias: "Boss <ceo@bank.example>", sender: "Boss <me@example.com>" };
  const opened = await opening([old]);
  const card = opened.panel("accounts").querySelector(".account-card");
  expect(card?.querySelector("h3")?.textContent).toBe("Boss <me@example.com>");
  expect(card?.textContent).toContain(
    "Its alias says Boss <ceo@bank.example>, which is not me@example.com's to use.",
  );
});

test("whoever adds a server that answers late is told that it is waited for", async () => {
  const opened = await opening([], { "POST /amplify/auth/credentials": () => new Promise(() => {}) });
  await opened.click(opened.panel("accounts"), "Add Credential");
  await opened.type("Provider", "sandbox");
  await opened.type("Email", "me@example.com");
  await opened.type("Sender name", "Me");
  await opened.click(opened.dialog(), "Add Credential");
  await opened.settle(() => opened.dialog().querySelector("[role=status]") !== null);
  expect(opened.dialog().querySelector("[role=status]")?.textContent).toContain("waited for up to a minute");
});
