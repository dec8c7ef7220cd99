import { beforeAll, expect, test } from "bun:test";
import type { Page, Route } from "playwright-core";
import type { Template } from "../../../contract/schemas/template.ts";
import { chooseOtherTheme, designOf } from "../../support/browser/designTab.ts";
import { servesPages } from "../../support/browser/servesPages.ts";
import { startTestServer, type TestPerson } from "../../support/server/testServer.ts";

/** What the stand-in keeps of each editor that was made. */
type StandInEditor = {
  themes: string[];
  destroyed: boolean;
  config: Record<string, unknown>;
  design: () => { body: { rows: { columns: { contents: { type: string }[] }[] }[] } };
  edit: (change: (design: ReturnType<StandInEditor["design"]>) => void) => void;
};
type Standing = { unlayer: { editors: StandInEditor[] } };

const standIn = await Bun.file(new URL("../../support/browser/unlayerStandIn.js", import.meta.url)).text();
const pages = servesPages(() => startTestServer({ UNLAYER_PROJECT_ID: "4711" }, { islands: true }));
let person: TestPerson;
beforeAll(async () => {
  person = await pages.server.signUp();
});

const script = (body: string) => (route: Route) => route.fulfill({ contentType: "text/javascript", body });

/** A template of one divider, open, with Unlayer's host answering as told. */
async function opened(answer: (route: Route) => unknown, { clock = false } = {}): Promise<[Page, Template]> {
  const { page } = await pages.open({ as: person, viewport: { width: 1440, height: 900 } });
  if (clock) await page.clock.install();
  await page.route((url) => url.origin !== pages.server.url && url.protocol !== "data:", answer);
  const body = {
    name: `Template ${Math.random()}`,
    html: "<p>Old</p>",
    design: designOf({ id: "t", type: "divider", values: {} }),
  };
  const template = (await person.client("POST /templates", { body })) as Template;
  await page.goto(`${pages.server.url}/app#design`);
  await page.locator(".loader").waitFor({ state: "detached" });
  await page.getByRole("button", { name: template.name, exact: true }).click();
  return [page, template];
}

const builtIn = (page: Page) => page.getByRole("region", { name: "Email editor" });
const dead = (page: Page) => page.locator('script[src*="unlayer"]').count();
const typesIn = (page: Page) =>
  page.evaluate(() => {
    const { editors } = (window as unknown as Standing).unlayer;
    const design = editors.at(-1)?.design();
    return design?.body.rows.flatMap((row) =>
      row.columns.flatMap((column) => column.contents.map(({ type }) => type)),
    );
  });

test("Unlayer's editor opens with the design, takes the theme without losing work, and its HTML is kept", async () => {
  const [page, template] = await opened(script(standIn));
  await page.getByTitle("Unlayer").waitFor();
  await page.getByText("Saved", { exact: true }).waitFor();
  await page.waitForFunction(
    () => (window as unknown as Standing).unlayer.editors[0]?.design().body.rows.length === 1,
  );
  expect(await typesIn(page)).toEqual(["divider"]);
  const config = await page.evaluate(() => (window as unknown as Standing).unlayer.editors[0]?.config);
  expect(config).toMatchObject({
    projectId: 4711,
    mergeTags: { first_name: { name: "First name", value: "{{firstName}}" } },
    specialLinks: { unsubscribe: { href: "{{unsubscribeUrl}}" } },
  });

  await page.evaluate(() =>
    (window as unknown as Standing).unlayer.editors[0]?.edit((design) =>
      design.body.rows[0]?.columns[0]?.contents.push({ type: "heading" }),
    ),
  );
  await page.getByText("Not saved", { exact: true }).waitFor();
  await chooseOtherTheme(page);
  await page.waitForFunction(
    () => (window as unknown as Standing).unlayer.editors[0]?.themes.at(-1) === "modern_dark",
  );
  await page.getByRole("tab", { name: "Leads" }).click();
  await page.getByRole("tab", { name: "Design" }).click();
  const made = await page.evaluate(() =>
    (window as unknown as Standing).unlayer.editors.map((one) => one.destroyed),
  );
  expect(made).toEqual([false]);
  expect(await typesIn(page)).toEqual(["divider", "heading"]);

  await page.getByRole("button", { name: "Save Changes" }).click();
  await page.getByText("Saved", { exact: true }).waitFor();
  const kept = await person.client("GET /templates/{id}", { params: { id: template._id } });
  expect(kept.html).toBe("<p>Drawn by Unlayer</p>");
  expect(JSON.stringify(kept.design)).toContain('"heading"');
});

test("a host that cannot be reached opens the built-in editor, nothing is lost, and Retry brings Unlayer's", async () => {
  let isReachable = false;
  const [page] = await opened((route) => (isReachable ? script(standIn)(route) : route.abort()));
  await page.getByText("Unlayer's did not: it could not be reached.").waitFor();
  await builtIn(page).waitFor();
  expect(await dead(page)).toBe(0);
  await page.getByRole("button", { name: "Add Button" }).click();
  isReachable = true;
  await page.getByRole("button", { name: "Retry" }).click();
  await page.getByTitle("Unlayer").waitFor();
  await page.waitForFunction(
    () => (window as unknown as Standing).unlayer.editors[0]?.design().body.rows.length === 1,
  );
  expect(await typesIn(page)).toEqual(["divider", "button"]);
});

test("a policy that refuses the script is told apart from a host that is down", async () => {
  const [page] = await opened(async (route) => route.abort());
  await page.getByText("it could not be reached").waitFor();
  // The same page under the policy of an installation that has not switched Unlayer on.
  await page.route(`${pages.server.url}/app`, async (route) => {
    const answer = await route.fetch();
    const policy =
      answer.headers()["content-security-policy"]?.replaceAll(" https://editor.unlayer.com", "") ?? "";
    await route.fulfill({
      response: answer,
      headers: { ...answer.headers(), "content-security-policy": policy },
    });
  });
  // The address leads to the same template again.
  await page.reload();
  await page.getByText("this page may not load it").waitFor();
  await builtIn(page).waitFor();
  expect(await dead(page)).toBe(0);
});

test("a script that is something else is told, and so is one that never comes", async () => {
  const [page] = await opened(script("window.other = 1"));
  await page.getByText("something else came in its place").waitFor();
  await builtIn(page).waitFor();
  expect(await dead(page)).toBe(0);

  const [waiting] = await opened(() => new Promise(() => {}), { clock: true });
  await waiting.locator('script[src*="unlayer"]').waitFor({ state: "attached" });
  await waiting.clock.runFor(20_000);
  await waiting.getByText("it did not answer in time").waitFor();
  await builtIn(waiting).waitFor();
  expect(await dead(waiting)).toBe(0);
});

test("an editor that never says it is ready gives way to the built-in one", async () => {
  const [page] = await opened(script(`window.unlayerNeverReady = true;${standIn}`), { clock: true });
  await page.getByTitle("Unlayer").waitFor();
  await page.clock.runFor(20_000);
  await page.getByText("it did not answer in time").waitFor();
  await builtIn(page).waitFor();
  expect(await page.getByTitle("Unlayer").count()).toBe(0);
});

test("only the workspace's page names Unlayer's host, and only where it is switched on", async () => {
  const policyOf = async (path: string, url: string, cookie: string) =>
    (await fetch(url + path, { headers: { cookie }, redirect: "manual" })).headers.get(
      "content-security-policy",
    );
  const on = await policyOf("/app", pages.server.url, person.cookie);
  expect(on).toContain("script-src 'self' https://editor.unlayer.com;");
  expect(on).toContain("frame-src 'self' https://editor.unlayer.com;");
  expect(on?.match(/unlayer/g)).toHaveLength(2);
  expect(await policyOf("/account", pages.server.url, person.cookie)).not.toContain("unlayer");
  const plain = await startTestServer({}, { islands: true });
  const other = await plain.signUp();
  expect(await policyOf("/app", plain.url, other.cookie)).not.toContain("unlayer");
  await plain.close();
});
