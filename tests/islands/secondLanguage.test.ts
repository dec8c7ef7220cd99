import { afterEach, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { refused } from "../../contract/refused.ts";
import type { Campaign } from "../../contract/schemas/campaign.ts";
import { sentenceOf } from "../../contract/sentences/sentence.ts";
import { routes } from "../../pages/routes.ts";
import { loadRegistry } from "../../server/build/loadRegistry.ts";
import { refusalResponse } from "../../server/http/middleware/errors.ts";
import { createRenderer } from "../../server/http/pages/renderPage.tsx";
import {
  type OpenedWorkspace,
  openWorkspace,
  someCredential,
  someLead,
  someTemplate,
} from "../support/browser/openWorkspace.ts";
import { wholeCampaign } from "../support/smtp/wholeCampaign.ts";
import { bareTexts, marked, markedSentences } from "../support/texts/marked.ts";

let page: OpenedWorkspace | undefined;
afterEach(async () => {
  await page?.close();
  page = undefined;
});

const campaign: Campaign = {
  ...wholeCampaign,
  ...{ _id: "c1", subject: "Spring news", from: "me@example.com", provider: "smtp", state: "finished" },
  ...{ total: 2, recipients: 2, waiting: null, waitingCause: null, nextAt: null },
  ...{ trackOpens: true, trackClicks: true, opened: 1, machineOpened: 1, clicked: 0 },
  ...{ createdAt: 0, finishedAt: 1 },
  counts: { queued: 0, sending: 0, deferred: 0, sent: 1, failed: 1, uncertain: 0, skipped: 0 },
};

/** What people and servers have put in, and names. */
const data = [
  ...["Spring news", "Welcome", "customers", "Ann Lee", "Ann", "Lee", "SMTP server", "API"],
  ...["ann@example.com", "me@example.com", "mail.example.com", "Me"],
];

test("in a second language nothing in the workspace is left in the first", async () => {
  page = await openWorkspace(
    {
      ...{ leads: [someLead], templates: [someTemplate], credentials: [someCredential] },
      ...{ campaigns: [campaign], collections: [{ _id: "k1", name: "customers", count: 1 }] },
    },
    { texts: marked },
  );
  const opened = page;
  await opened.settle(() => opened.document.querySelector(".loader") === null);
  await opened.act(() => opened.document.getElementById("tab-campaigns")?.click());
  await opened.settle(() => opened.panel("campaigns").textContent?.includes("Spring news") === true);
  for (const tab of ["leads", "design", "accounts", "campaigns"]) {
    const html = opened.panel(tab).outerHTML;
    expect({ tab, marks: html.includes("⟦") }).toEqual({ tab, marks: true });
    expect({ tab, bare: bareTexts(html, data) }).toEqual({ tab, bare: [] });
  }
  const around = opened.document.querySelector(".sidebar")?.outerHTML ?? "";
  expect(bareTexts(around)).toEqual([]);
  expect(around).toContain("⟦Leads⟧");
});

test("every page's head is in the language of its body", async () => {
  const facts = {
    ...{ supportAddress: "help@in.test", publicUrl: "https://in.test", statistics: [], testimonials: [] },
    ...{ mailsPasswordLinks: true, takesNewcomers: true, googleClientId: "google", unlayerProjectId: null },
  };
  const registry = await loadRegistry();
  const render = createRenderer({ assets: [], registry, facts, textsOf: () => marked });
  for (const [path, page] of Object.entries(routes)) {
    const html = render(page, { path, viewer: undefined, theme: undefined });
    expect({ path, title: /<title>(.*?)<\/title>/.exec(html)?.[1] }).toEqual({
      path,
      title: expect.stringMatching(/^⟦Amplify \| .+⟧$/),
    });
    expect(html).toMatch(/<meta name="description" content="⟦[^"]+⟧"/);
    expect(html.slice(html.indexOf("<body"))).toContain("⟦");
  }
});

test("a command's output, what it is refused for and what to do then are in the terminal's language", async () => {
  const home = await mkdtemp(join(tmpdir(), "amplify-language-"));
  const run = async (...words: string[]) => {
    const program = ["bun", join(import.meta.dir, "../support/texts/markedTerminal.ts"), ...words];
    // Nobody listens on this port.
    const env = { ...process.env, XDG_CONFIG_HOME: home, AMPLIFY_SERVER: "http://127.0.0.1:9" };
    const { stdout, stderr, exited } = Bun.spawn(program, { env, stdout: "pipe", stderr: "pipe" });
    const said = await Promise.all([new Response(stdout).text(), new Response(stderr).text()]);
    return { code: await exited, lines: said.join("").trim().split("\n") };
  };
  const [nobody, stranger, wrong, away] = await Promise.all([
    run("logout"),
    run("campaigns"),
    run("import", "leads.pdf"),
    run("login", "ann@in.test", "--password-stdin"),
  ]).finally(() => rm(home, { recursive: true }));
  expect(nobody).toEqual({ code: 0, lines: ["⟦Nobody was signed in.⟧"] });
  expect(stranger).toEqual({
    code: 1,
    lines: ["⟦Nobody is signed in to http://127.0.0.1:9 here.⟧", "⟦Sign in: amplify login⟧"],
  });
  expect(wrong).toEqual({ code: 2, lines: ["⟦leads.pdf is not a .csv, .xls or .xlsx file.⟧"] });
  expect(away).toEqual({
    code: 1,
    lines: ["⟦The server cannot be reached. Check that it runs, then try again.⟧"],
  });
});

test("a refusal's sentence is, also where the specification has the English one word for word", async () => {
  const say = (cause: Parameters<typeof sentenceOf>[0]) => sentenceOf(cause, markedSentences);
  const answers = [refused("unauthorized"), refused("accounts_too_many", { max: 5 })].map(async (refusal) => {
    const { message } = (await refusalResponse(refusal, say).json()) as { message: string };
    return message;
  });
  expect(await Promise.all(answers)).toEqual(["⟦Unauthorized⟧", "⟦At most 5 accounts can be connected⟧"]);
});
