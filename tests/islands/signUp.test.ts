import { afterEach, expect, test } from "bun:test";
import { sentences } from "../../contract/errors.ts";
import { type FetchStandIn, type StandInAnswer, standInFetch } from "../support/fetchStandIn.ts";
import { type HydratedIsland, hydrateIsland } from "../support/hydrateIsland.ts";
import { buttonNamed, fieldLabelled, typeInto } from "../support/typeInto.ts";

let island: HydratedIsland | undefined;
let server: FetchStandIn | undefined;
afterEach(async () => {
  await island?.close();
  server?.restore();
});

const good = {
  "First name": "Ann",
  "Last name": "Lee",
  "E-mail": "ann@example.com",
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
  ["First name", "A", sentences.signupNames],
  ["Last name", "", sentences.signupNames],
  ["Password", "weakpassword", sentences.signupPassword],
  ["First name", "Ann-Marie", sentences.signupFirstName],
  ["Last name", "A very long name indeed", sentences.signupLastName],
  ["E-mail", "ann@", sentences.signupEmail],
  ["Confirm password", "Other-1234", sentences.signupMismatch],
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
  await page.submit({ "E-mail": "nobody", Password: "short", "First name": "Ann!" });
  expect(page.alerts()).toEqual([sentences.signupPassword]);
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

test("the server's refusal is shown", async () => {
  const page = await open(() => ({
    status: 409,
    body: { message: sentences.signupTaken, code: "conflict" },
  }));
  await page.submit({});
  expect(page.alerts()).toEqual([sentences.signupTaken]);
  expect(page.went).toEqual([]);
});
