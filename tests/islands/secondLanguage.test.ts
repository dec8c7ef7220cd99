import { expect, test } from "bun:test";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { refused } from "../../contract/refused.ts";
import type { Campaign } from "../../contract/schemas/campaign.ts";
import { sentenceOf } from "../../contract/sentences/sentence.ts";
import { exactMoment, listMoment } from "../../islands/Workspace/campaigns/when.ts";
import { routes } from "../../pages/routes.ts";
import { loadRegistry } from "../../server/build/loadRegistry.ts";
import { refusalResponse } from "../../server/http/middleware/errors.ts";
import { createRenderer } from "../../server/http/pages/renderPage.tsx";
import {
  closesWorkspaces,
  openWorkspace,
  someCredential,
  someLead,
  someTemplate,
} from "../support/browser/openWorkspace.ts";
import { emptyDocument } from "../support/openApi/emptyDocument.ts";
import { someCampaign } from "../support/smtp/wholeCampaign.ts";
import { bareTexts, marked, markedSentences, withoutMarks } from "../support/texts/marked.ts";

closesWorkspaces();

const campaign: Campaign = {
  ...someCampaign,
  from: "me@example.com",
  total: 2,
  recipients: 2,
  opened: 1,
  machineOpened: 1,
  counts: { queued: 0, sending: 0, deferred: 0, sent: 1, failed: 1, uncertain: 0, skipped: 0 },
};

const renewal = {
  _id: "f1",
  key: "renewal",
  label: "Renewal",
  kind: "date",
  choices: [],
  position: 0,
  createdAt: 0,
};

/** What people and servers have put in, and names. */
const data = [
  "Renewal",
  "Spring news",
  "Welcome",
  "customers",
  "Ann Lee",
  "Ann",
  "Lee",
  "SMTP server",
  "API",
  // Moments are said by the browser.
  listMoment(0),
  exactMoment(0),
  "ann@example.com",
  "me@example.com",
  "mail.example.com",
  "Me",
];

test("in a second language nothing in the workspace is left in the first", async () => {
  const opened = await openWorkspace(
    {
      leads: [{ ...someLead, fields: { renewal: "2026-02-28" } }],
      templates: [someTemplate],
      credentials: [someCredential],
      campaigns: [campaign],
      collections: [{ _id: "k1", name: "customers", count: 1 }],
    },
    {
      texts: marked,
      prepare: (window) => Object.assign(window, { innerWidth: 1440 }),
      answers: { "GET /amplify/fields": () => ({ body: [renewal] }) },
    },
  );
  await opened.settle(() => opened.document.querySelector(".loader") === null);
  await opened.settle(() => opened.panel("leads").textContent?.includes("28 February") === true);
  await opened.act(() => opened.document.getElementById("tab-campaigns")?.click());
  await opened.settle(() => opened.panel("campaigns").textContent?.includes("Spring news") === true);
  for (const tab of ["leads", "design", "accounts", "campaigns"]) {
    // Some of them are loaded when they are first shown.
    await opened.act(() => opened.document.getElementById(`tab-${tab}`)?.click());
    await opened.settle(() => opened.panel(tab).querySelector("h2") !== null);
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
    supportAddress: "help@in.test",
    publicUrl: "https://in.test",
    statistics: [],
    testimonials: [],
    mailsPasswordLinks: true,
    takesNewcomers: true,
    googleClientId: "google",
    unlayerProjectId: null,
    apiDocument: emptyDocument,
    connectsMicrosoft: false,
    hasPlans: true,
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

/** A program in the second language, in a home and a data folder of its own. */
async function marking<T>(work: (run: (...words: string[]) => Promise<Run>, home: string) => Promise<T>) {
  const home = await mkdtemp(join(tmpdir(), "amplify-language-"));
  const settings = { AMPLIFY_DATA: home, DATABASE_URL: "", AMPLIFY_KEY: "" };
  // Nobody listens on this port.
  const server = { XDG_CONFIG_HOME: home, AMPLIFY_SERVER: "http://127.0.0.1:9" };
  const run = async (...words: string[]) => {
    const program = ["bun", join(import.meta.dir, "../support/texts/markedTerminal.ts"), ...words];
    const env = { ...process.env, ...settings, ...server };
    const { stdout, stderr, exited } = Bun.spawn(program, { cwd: home, env, stdout: "pipe", stderr: "pipe" });
    const said = await Promise.all([new Response(stdout).text(), new Response(stderr).text()]);
    return { code: await exited, lines: said.join("").trim().split("\n") };
  };
  return work(run, home).finally(() => rm(home, { recursive: true }));
}

type Run = { code: number; lines: string[] };

test("a command's output, what it is refused for and what to do then are in the terminal's language", async () => {
  const [nobody, stranger, wrong, away] = await marking((run) =>
    Promise.all([
      run("logout"),
      run("campaigns"),
      run("import", "leads.pdf"),
      run("login", "ann@in.test", "--password-stdin"),
    ]),
  );
  expect(nobody).toEqual({ code: 0, lines: ["⟦Nobody is signed in to http://127.0.0.1:9 here.⟧"] });
  expect(stranger).toEqual({
    code: 1,
    lines: ["⟦Nobody is signed in to http://127.0.0.1:9 here.⟧", "⟦Sign in: amplify login⟧"],
  });
  expect(wrong).toEqual({ code: 2, lines: ["⟦leads.pdf is not a .csv, .xls or .xlsx file.⟧"] });
  expect(away).toEqual({
    code: 1,
    lines: [
      "⟦The server cannot be reached. Check your connection and that the server runs, then try again.⟧",
    ],
  });
});

test("what is wrong with a command line too, whichever way it is", async () => {
  const lines = [
    "acounts",
    "accounts ad",
    "leads one too many",
    "leads --serch x",
    "leads --search",
    "leads --page none",
    "deliveries --state none",
    "--json users list",
    "users grant",
    "users grant ada@in.test --plan gold",
  ];
  const runs = await marking((run) => Promise.all(lines.map((line) => run(...line.split(" ")))));
  for (const [index, { code, lines: said }] of runs.entries()) {
    const text = said.join("\n");
    expect([lines[index], code, withoutMarks(text).trim()]).toEqual([lines[index], 2, ""]);
    expect(text).toMatch(/^⟦error: /);
  }
});

test("and what whoever runs the server is told by its commands", async () => {
  const { none, damaged, slip } = await marking(async (run, home) => {
    const none = await Promise.all([run("doctor"), run("users", "list"), run("backup", "x.db"), run("move")]);
    await writeFile(
      join(home, "amplify.db"),
      "This is no database, though there is enough of it. ".repeat(9),
    );
    const damaged = await run("doctor");
    await writeFile(join(home, "amplify.env"), "AMPLIFY_SIGNUPS=off\n");
    return { none, damaged, slip: await run("users", "list") };
  });
  for (const { code, lines } of [...none, damaged, slip]) {
    expect([code, lines.length > 0]).toEqual([1, true]);
    for (const line of lines) expect(withoutMarks(line).trim()).toBe("");
  }
  expect(damaged.lines.join("\n")).toMatch(/⟦wrong⟧ +⟦.*amplify\.db is damaged \(/);
  expect(slip.lines).toEqual([
    expect.stringMatching(/^⟦There is no setting AMPLIFY_SIGNUPS in .* Did you mean AMPLIFY_SIGNUP\?/),
  ]);
});

test("a refusal's sentence is, also where the specification has the English one word for word", async () => {
  const say = (cause: Parameters<typeof sentenceOf>[0]) => sentenceOf(cause, markedSentences);
  const answers = [refused("unauthorized"), refused("accounts_too_many", { max: 5 })].map(async (refusal) => {
    const { message } = (await refusalResponse(refusal, say).json()) as { message: string };
    return message;
  });
  expect(await Promise.all(answers)).toEqual([
    "⟦Unauthorized⟧",
    "⟦At most 5 accounts can be connected. Delete one that you no longer need first.⟧",
  ]);
});
