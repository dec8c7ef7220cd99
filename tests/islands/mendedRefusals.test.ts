import { afterEach, describe, expect, test } from "bun:test";
import { type FetchStandIn, standInFetch } from "../support/browser/fetchStandIn.ts";
import { type HydratedIsland, hydrateIsland } from "../support/browser/hydrateIsland.ts";
import { openWorkspace, someCredential, someLead, someTemplate } from "../support/browser/openWorkspace.ts";
import { buttonNamed, fieldLabelled, typeInto } from "../support/browser/typeInto.ts";
import { until } from "../support/until.ts";

let close = async () => {};
afterEach(() => close());

const refused = { status: 400, body: { message: "Refused as it stands", code: "bad_request" } };
const alertsOf = (root: ParentNode) =>
  [...root.querySelectorAll('[role="alert"]')].map((alert) => alert.textContent);

async function openPage(name: string, path: string, answers: FetchStandIn["answers"]) {
  const server = standInFetch(answers);
  const island: HydratedIsland = await hydrateIsland({
    name,
    props: {},
    url: `http://localhost:8000${path}`,
  });
  close = async () => {
    await island.close();
    server.restore();
  };
  const { document } = island;
  return {
    type: (label: string, text: string) => island.act(() => typeInto(fieldLabelled(document, label), text)),
    press: (button: string) => island.act(() => buttonNamed(document, button).click()),
    alerts: () => alertsOf(document),
    alertsAre: (wanted: string[]) =>
      island.act(() => until(() => JSON.stringify(alertsOf(document)) === JSON.stringify(wanted))),
    settled: (holds: () => boolean) => island.act(() => until(holds)),
    document,
  };
}

describe("a refusal goes once the form is changed", () => {
  test("at sign-in", async () => {
    const wrong = { status: 401, body: { message: "Invalid Credentials", code: "invalid_credentials" } };
    const page = await openPage("SignIn", "/login", { "POST /amplify/auth/login": () => wrong });
    await page.type("Email", "ann@example.com");
    await page.type("Password", "wrong");
    await page.press("Sign in");
    await page.alertsAre(["Invalid Credentials"]);
    await page.type("Password", "better");
    expect(page.alerts()).toEqual([]);
  });

  test("at sign-up, by the server or where the password is put right in place of its repetition", async () => {
    const page = await openPage("SignUp", "/signup", { "POST /amplify/auth/signup": () => refused });
    await page.type("First name", "Ann");
    await page.type("Last name", "Lee");
    await page.type("Email", "ann@example.com");
    await page.type("Password", "Right-1235");
    await page.type("Confirm password", "Right-1234");
    await page.press("Create Account");
    await page.alertsAre(["Passwords do not match"]);
    await page.type("Password", "Right-1234");
    await page.alertsAre([]);
    await page.press("Create Account");
    await page.alertsAre(["Refused as it stands"]);
    await page.type("First name", "Anna");
    expect(page.alerts()).toEqual([]);
  });

  test("at a forgotten password", async () => {
    const page = await openPage("Forgot", "/forgot", { "POST /amplify/auth/forgot": () => refused });
    await page.type("Email", "ann@example.com");
    await page.press("Send me a link");
    await page.alertsAre(["Refused as it stands"]);
    await page.type("Email", "ann@example.org");
    expect(page.alerts()).toEqual([]);
  });

  test("at a new password", async () => {
    const answers = { "POST /amplify/auth/reset": () => refused };
    const page = await openPage("Reset", `/reset#${"t".repeat(43)}`, answers);
    await page.type("New password", "Right-1235");
    await page.type("Confirm password", "Right-1234");
    await page.press("Set new password");
    await page.alertsAre(["Passwords do not match"]);
    await page.type("New password", "Right-1234");
    await page.alertsAre([]);
    await page.press("Set new password");
    await page.alertsAre(["Refused as it stands Get a new link"]);
    await page.type("New password", "Right-1236");
    expect(page.alerts()).toEqual([]);
  });
});

const mailShown = {
  "POST /email/preview": () => ({
    body: {
      to: "ann@example.com",
      subject: "Hi",
      preview: "",
      html: "<p>Hi</p>",
      text: "Hi",
      missing: [],
      unknown: [],
      bytes: 9,
    },
  }),
};

async function inWorkspace(answers: FetchStandIn["answers"] = {}, hash = "") {
  const opened = await openWorkspace(
    {
      leads: [someLead],
      templates: [someTemplate],
      credentials: [someCredential],
      collections: [{ _id: "c1", name: "customers", count: 1 }],
    },
    { url: `http://localhost:8000/app${hash}`, answers },
  );
  close = opened.close;
  const alerts = () => alertsOf(opened.dialog());
  return {
    ...opened,
    alerts,
    /** What a dialog holds may still have to come. */
    async opens(panel: string, button: string) {
      await opened.click(opened.panel(panel), button);
      await opened.settle(() => opened.dialog().querySelector("form") !== null);
    },
    /** In the dialog: the table behind it has fields of the same names. */
    type: (label: string, text: string) =>
      opened.act(() => typeInto(fieldLabelled(opened.dialog(), label), text)),
    alertsAre: (wanted: string[]) => opened.settle(() => JSON.stringify(alerts()) === JSON.stringify(wanted)),
  };
}

describe("in the workspace a refusal goes once the form is changed", () => {
  test("of a collection's name, whether the page or the server refused it", async () => {
    const page = await inWorkspace({ "POST /amplify/collections": () => refused });
    await page.opens("leads", "Add a collection");
    await page.type("Name", "all");
    await page.click(page.dialog(), "Add collection");
    await page.alertsAre(["Collection name cannot be 'all'"]);
    await page.type("Name", "spring");
    await page.alertsAre([]);
    await page.click(page.dialog(), "Add collection");
    await page.alertsAre(["Refused as it stands"]);
    await page.type("Name", "summer");
    await page.alertsAre([]);
  });

  test("of a lead", async () => {
    const page = await inWorkspace({ "POST /amplify/leads": () => refused });
    await page.opens("leads", "Add Lead");
    await page.type("First name", "Bob");
    await page.type("Last name", "Ray");
    await page.type("Email", "bob@example.com");
    await page.click(page.dialog(), "Add Lead");
    await page.alertsAre(["Refused as it stands"]);
    await page.type("Email", "bob@example.org");
    await page.alertsAre([]);
  });

  test("of a send", async () => {
    const page = await inWorkspace({ ...mailShown, "POST /email/send": () => refused });
    await page.opens("leads", "Send Email");
    await page.settle(() => page.dialog().textContent?.includes("Send to 1") ?? false);
    await page.click(page.dialog(), "Send to 1");
    await page.alertsAre(["Please fill all the fields"]);
    await page.type("Subject", "News");
    await page.alertsAre([]);
    await page.type("Template", "t1");
    await page.click(page.dialog(), "Send to 1");
    await page.alertsAre(["Refused as it stands"]);
    await page.type("Subject", "Other news");
    await page.alertsAre([]);
  });

  test("of a test mail: the missing template once it is chosen, and not before", async () => {
    const page = await inWorkspace({ ...mailShown, "POST /email/send/test": () => refused });
    await page.opens("leads", "Send Test Email");
    await page.click(page.dialog(), "Send test");
    await page.alertsAre(["Please select a template"]);
    await page.type("Subject (optional)", "News");
    expect(page.alerts()).toEqual(["Please select a template"]);
    await page.type("Template", "t1");
    await page.alertsAre([]);
    await page.click(page.dialog(), "Send test");
    await page.alertsAre(["Refused as it stands"]);
    await page.type("Subject (optional)", "Other news");
    await page.alertsAre([]);
  });

  test("of an account's limits", async () => {
    const answers = { "PUT /amplify/auth/credentials/{id}": () => refused };
    const page = await inWorkspace(answers, "#accounts");
    await page.opens("accounts", "Limits of Me <me@example.com>");
    await page.click(page.dialog(), "Save limits");
    await page.alertsAre(["Refused as it stands"]);
    await page.type("Mails in 24 hours", "7");
    await page.alertsAre([]);
  });
});
