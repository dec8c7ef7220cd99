import { afterEach, expect, test } from "bun:test";
import { exact } from "../../contract/texts/en/exact.ts";
import { type FetchStandIn, standInFetch } from "../support/browser/fetchStandIn.ts";
import { type HydratedIsland, hydrateIsland } from "../support/browser/hydrateIsland.ts";
import { buttonNamed, fieldLabelled, typeInto } from "../support/browser/typeInto.ts";
import { until } from "../support/until.ts";

let island: HydratedIsland | undefined;
let server: FetchStandIn | undefined;
afterEach(async () => {
  await island?.close();
  server?.restore();
});

const session = { uid: "u1", status: "AMFR", role: "user", token: "t" };

async function open(answer: () => { status?: number; body: unknown }, left?: string) {
  const calls = standInFetch({ "POST /amplify/auth/login": answer });
  server = calls;
  const opened = await hydrateIsland({
    name: "SignIn",
    url: "http://localhost:8000/login",
    prepare: (window) => {
      if (left !== undefined) window.sessionStorage.setItem("passing", left);
    },
  });
  island = opened;
  const went: string[] = [];
  opened.window.location.assign = (url: string) => void went.push(url);
  const fill = async (username: string, password: string) => {
    await opened.act(() => typeInto(fieldLabelled(opened.document, "Email"), username));
    await opened.act(() => typeInto(fieldLabelled(opened.document, "Password"), password));
  };
  const submit = () => opened.act(() => buttonNamed(opened.document, "Sign in").click());
  const alert = () => opened.document.querySelector('[role="alert"]')?.textContent;
  return { ...opened, calls: calls.calls, went, fill, submit, alert };
}

test("blank fields are refused in the page without asking the server", async () => {
  const page = await open(() => ({ body: session }));
  const isInvalid = (label: string) =>
    fieldLabelled(page.document, label).getAttribute("aria-invalid") === "true";
  await page.submit();
  expect(page.alert()).toBe(exact.loginRequired);
  expect([isInvalid("Email"), isInvalid("Password")]).toEqual([true, false]);
  await page.fill("ann@example.com", "");
  await page.submit();
  expect(page.alert()).toBe(exact.loginRequired);
  expect([isInvalid("Email"), isInvalid("Password")]).toEqual([false, true]);
  // react-hook-form moves the focus a moment later.
  await until(() => page.document.activeElement?.id === fieldLabelled(page.document, "Password").id);
  expect(page.calls).toHaveLength(0);
});

test("a wrong pair shows the specification's sentence and keeps what was typed", async () => {
  const page = await open(() => ({
    status: 401,
    body: { message: "Invalid Credentials", code: "invalid_credentials" },
  }));
  await page.fill("ann@example.com", "wrong");
  await page.submit();
  expect(page.alert()).toBe("Invalid Credentials");
  expect(fieldLabelled(page.document, "Email").value).toBe("ann@example.com");
  expect(page.went).toEqual([]);
});

test("success keeps the uid and goes to the workspace, asking once however often it is pressed", async () => {
  const page = await open(() => ({ body: session }));
  await page.fill("ann@example.com", "Right-1234");
  await page.act(() => {
    const button = buttonNamed(page.document, "Sign in");
    button.click();
    button.click();
  });
  expect(page.calls.map((call) => call.body)).toEqual([
    { username: "ann@example.com", password: "Right-1234" },
  ]);
  expect(page.window.localStorage.getItem("uid")).toBe("u1");
  expect(page.went).toEqual(["/app"]);
  expect(buttonNamed(page.document, "Signing in…").getAttribute("aria-disabled")).toBe("true");
});

test("without a Google client the button says so before it is pressed, and asks nobody", async () => {
  const page = await open(() => ({ body: session }));
  const button = buttonNamed(page.document, "Continue with Google");
  const hint = page.document.getElementById(button.getAttribute("aria-describedby") ?? "");
  expect(hint?.textContent).toBe("Not set up on this installation");
  expect(page.document.querySelector(".notice")).toBeNull();
  await page.act(() => button.click());
  expect(page.document.querySelector(".notice")?.textContent).toBe(
    "Google sign-in is not set up on this installation. Please use your email and password.",
  );
  expect(page.calls).toEqual([]);
});

test("Google's window that only looks closed, as in Safari, is waited for until its person is back on this page", async () => {
  server = standInFetch({
    "POST /auth/google/sign-in": () => ({ body: { authorization_url: "https://google.example/" } }),
  });
  let looks = 0;
  let isBack = false;
  const page = await hydrateIsland({
    name: "SignIn",
    props: { googleClientId: "client.apps.example" },
    url: "http://localhost:8000/login",
    prepare: (window) => {
      const hasFocus = () => {
        looks += 1;
        return isBack;
      };
      Object.assign(window, { open: () => ({ closed: true, location: {} }) });
      Object.assign(window.document, { hasFocus });
    },
  });
  island = page;
  await page.act(() => buttonNamed(page.document, "Continue with Google").click());
  await until(() => looks === 3);
  expect(page.document.querySelector(".notice")).toBeNull();
  isBack = true;
  // It is seen at one look, and told at the next.
  await page.act(() => until(() => looks === 5));
  expect(page.document.querySelector(".notice")?.textContent).toBe(exact.googlePopupClosed);
});

test("the form is not usable before the script is there, and a password never enters the address", async () => {
  const page = await open(() => ({ body: session }));
  expect(page.serverHtml).toMatch(/<form[^>]*method="post"/);
  expect(page.serverHtml).toMatch(/<button[^>]*disabled[^>]*>Sign in/);
});

test("whoever comes from a sign-up is told so once, with the address filled in", async () => {
  const page = await open(() => ({ body: session }), '{"kind":"signedUp","email":"ann@example.com"}');
  expect(page.document.querySelector('[role="status"]')?.textContent).toContain("Your account is ready");
  expect(fieldLabelled(page.document, "Email").value).toBe("ann@example.com");
  expect(page.window.sessionStorage.getItem("passing")).toBeNull();
});

test("what stands in the storage of a page is believed in its own words only", async () => {
  for (const left of ['{"kind":"<b>"}', "[]", "nonsense", "null"]) {
    const page = await open(() => ({ body: session }), left);
    expect(page.document.querySelector('[role="status"]')).toBeNull();
    await page.close();
    server?.restore();
  }
});

test("password managers find both fields", async () => {
  const page = await open(() => ({ body: session }));
  const inputs = [...page.document.querySelectorAll("input")];
  expect(inputs.map(({ name, autocomplete }) => [name, autocomplete])).toEqual([
    ["username", "username"],
    ["password", "current-password"],
  ]);
});
