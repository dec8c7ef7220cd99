import { afterEach, expect, test } from "bun:test";
import { exact } from "../../contract/texts/en/exact.ts";
import { type FetchStandIn, type StandInAnswer, standInFetch } from "../support/browser/fetchStandIn.ts";
import { type HydratedIsland, hydrateIsland } from "../support/browser/hydrateIsland.ts";
import { buttonNamed, fieldLabelled, typeInto } from "../support/browser/typeInto.ts";
import { until } from "../support/until.ts";

let island: HydratedIsland | undefined;
let server: FetchStandIn | undefined;
afterEach(async () => {
  await island?.close();
  server?.restore();
});

const good = {
  "First name": "Ann",
  "Last name": "Lee",
  Email: "ann@example.com",
  Password: "Right-1234",
  "Confirm password": "Right-1234",
};

async function open(answer: () => StandInAnswer = () => ({ status: 201, body: { message: "", uid: "u1" } })) {
  server = standInFetch({ "POST /amplify/auth/signup": answer });
  const opened = await hydrateIsland({ name: "SignUp", url: "http://localhost:8000/signup" });
  island = opened;
  const went: string[] = [];
  opened.window.location.assign = (url: string) => void went.push(url);
  const submit = async (fields: Partial<typeof good>) => {
    for (const [label, text] of Object.entries({ ...good, ...fields })) {
      await opened.act(() => typeInto(fieldLabelled(opened.document, label), text));
    }
    await opened.act(() => buttonNamed(opened.document, "Create Account").click());
  };
  const alerts = () =>
    [...opened.document.querySelectorAll('[role="alert"]')].map((node) => node.textContent);
  return { ...opened, calls: server.calls, went, submit, alerts };
}

const faults: [keyof typeof good, string, string][] = [
  ["First name", "A", exact.signupNames],
  ["Last name", "", exact.signupNames],
  ["Password", "weakpassword", exact.signupPassword],
  ["First name", "Ann-Marie", exact.signupFirstName],
  ["Last name", "A very long name indeed", exact.signupLastName],
  ["Email", "ann@", exact.signupEmail],
  ["Confirm password", "Other-1234", exact.signupMismatch],
];

for (const [label, text, sentence] of faults) {
  test(`"${text}" as ${label.toLowerCase()} is refused at that field, which gets the focus`, async () => {
    const page = await open();
    await page.submit({ [label]: text });
    const field = fieldLabelled(page.document, label);
    expect(page.alerts()).toEqual([sentence]);
    expect(field.getAttribute("aria-invalid")).toBe("true");
    const described = field.getAttribute("aria-describedby")?.split(" ") ?? [];
    expect(described.map((id) => page.document.getElementById(id)?.textContent)).toContain(sentence);
    expect(page.document.activeElement?.id).toBe(field.id);
    expect(page.calls).toHaveLength(0);
  });
}

test("the rules are checked in the specification's order", async () => {
  const page = await open();
  await page.submit({ Email: "nobody", Password: "short", "First name": "Ann!" });
  expect(page.alerts()).toEqual([exact.signupPassword]);
});

test("a new account leads to the sign-in page and always asks for the free status", async () => {
  const page = await open();
  await page.submit({});
  expect(page.calls.map((call) => call.body)).toEqual([
    {
      firstName: "Ann",
      lastName: "Lee",
      email: "ann@example.com",
      password: "Right-1234",
      status: "AMFR",
    },
  ]);
  expect(page.went).toEqual(["/login"]);
});

test("an address that is taken is said at its field, and another one may be tried", async () => {
  let isTaken = true;
  const page = await open(() =>
    isTaken
      ? { status: 409, body: { message: "An account with this email already exists", code: "conflict" } }
      : { status: 201, body: { message: "", uid: "u1" } },
  );
  await page.submit({});
  const field = fieldLabelled(page.document, "Email");
  expect(page.alerts()).toEqual(["An account with this email already exists"]);
  expect(field.getAttribute("aria-invalid")).toBe("true");
  // The field has the focus once the call is over, which is a moment after its answer is shown.
  await until(() => page.document.activeElement?.id === field.id);
  expect(page.went).toEqual([]);
  isTaken = false;
  await page.submit({ Email: "ann.lee@example.com" });
  expect(page.went).toEqual(["/login"]);
});

test("any other refusal stands above the form", async () => {
  const message = "Too many requests. Please try again in 60 minutes.";
  const page = await open(() => ({ status: 429, body: { message, code: "rate_limited" } }));
  await page.submit({});
  expect(page.alerts()).toEqual([message]);
  expect(page.went).toEqual([]);
});

test("pressed twice, it asks once", async () => {
  const page = await open();
  for (const [label, text] of Object.entries(good))
    await page.act(() => typeInto(fieldLabelled(page.document, label), text));
  await page.act(() => {
    const button = buttonNamed(page.document, "Create Account");
    button.click();
    button.click();
  });
  expect(page.calls).toHaveLength(1);
});

test("each rule of the password shows whether it holds as one types, and is told in one sentence", async () => {
  const page = await open();
  const rules = () =>
    [...page.document.querySelectorAll(".password-list li")].map((rule) => rule.getAttribute("data-held"));
  const told = () => page.document.querySelector(".password-rules [role=status]")?.textContent;
  const password = fieldLabelled(page.document, "Password");
  expect(rules()).toEqual(["false", "false", "false", "false", "false"]);
  expect(told()).toBe("");
  await page.act(() => typeInto(password, "Right1"));
  expect(rules()).toEqual(["false", "true", "true", "true", "false"]);
  expect(told()).toBe("3 of 5 rules hold. Missing: 8 characters, a special character.");
  await page.act(() => typeInto(password, "Right-12"));
  expect(rules()).toEqual(["true", "true", "true", "true", "true"]);
  expect(told()).toBe("5 of 5 rules hold.");
  const [described = ""] = password.getAttribute("aria-describedby")?.split(" ") ?? [];
  expect(page.document.getElementById(described)?.textContent).toContain("8 characters, done");
});

test("a password can be shown, and is hidden again when it is sent", async () => {
  const page = await open();
  const password = fieldLabelled(page.document, "Password");
  const toggle = buttonNamed(page.document, "Show password");
  expect([password.type, toggle.getAttribute("aria-pressed")]).toEqual(["password", "false"]);
  await page.act(() => toggle.click());
  expect([password.type, toggle.getAttribute("aria-pressed")]).toEqual(["text", "true"]);
  expect(fieldLabelled(page.document, "Confirm password").type).toBe("password");
  await page.submit({});
  expect(password.type).toBe("password");
  expect(page.calls).toHaveLength(1);
});

test("password managers find every field by its token and its name", async () => {
  const page = await open();
  const inputs = [...page.document.querySelectorAll("input")];
  expect(inputs.map(({ name, autocomplete }) => [name, autocomplete])).toEqual([
    ["firstName", "given-name"],
    ["lastName", "family-name"],
    ["email", "email"],
    ["password", "new-password"],
    ["confirmPassword", "new-password"],
  ]);
});

test("what a name may be is said beside it, and which character may not before it is refused", async () => {
  const page = await open();
  const hintOf = (label: string) => {
    const ids = fieldLabelled(page.document, label).getAttribute("aria-describedby")?.split(" ") ?? [];
    return ids.map((id) => page.document.getElementById(id)?.textContent);
  };
  expect(hintOf("First name")).toEqual(["2 to 20 letters, digits, spaces and underscores."]);
  await page.act(() => typeInto(fieldLabelled(page.document, "Last name"), "O'Neill"));
  expect(hintOf("Last name")).toEqual([
    "“'” is not allowed here, only letters, digits, spaces and underscores. Try a space instead.",
  ]);
  await page.act(() => typeInto(fieldLabelled(page.document, "First name"), "Jean-Luc"));
  expect(hintOf("First name")[0]).toStartWith("“-” is not allowed here, only letters");
  expect(page.alerts()).toEqual([]);
  await page.act(() => typeInto(fieldLabelled(page.document, "Last name"), "O Neill"));
  expect(hintOf("Last name")).toEqual(["2 to 20 letters, digits, spaces and underscores."]);
});
