import { expect, test } from "bun:test";
import type { Command } from "commander";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { cliCommands } from "../../../cli/commands.ts";
import { figuresOfCampaign } from "../../../cli/format/campaignFigures.ts";
import { progressLine } from "../../../cli/format/progressText.ts";
import { createProgram } from "../../../cli/program.ts";
import type { Cause } from "../../../contract/reasons.ts";
import { refused } from "../../../contract/refused.ts";
import type { Campaign, Delivery } from "../../../contract/schemas/campaign.ts";
import { english } from "../../../contract/sentences/en.ts";
import { sentenceOf, wordsOf } from "../../../contract/sentences/sentence.ts";
import { helpTexts } from "../../../contract/texts/terminal/help.ts";
import { progressTexts } from "../../../contract/texts/terminal/progress.ts";
import { TextsContext } from "../../../islands/_data/useTexts.ts";
import { WordsContext } from "../../../islands/_data/useWords.ts";
import { LedgerRows } from "../../../islands/Workspace/campaigns/Ledger.tsx";
import { Outcome, Rejected } from "../../../islands/Workspace/leads/import/ImportState.tsx";
import { IslandContext } from "../../../pages/Island.tsx";
import { Resubscribe, UnknownReturn } from "../../../pages/recipient/Resubscribe.tsx";
import { Unsubscribe } from "../../../pages/recipient/Unsubscribe.tsx";
import { Footer } from "../../../pages/shell/Footer.tsx";
import { Header } from "../../../pages/shell/Header.tsx";
import type { SiteFacts } from "../../../pages/shell/siteFacts.ts";
import type { View } from "../../../pages/shell/view.ts";
import { Forgot } from "../../../pages/signed/Forgot.tsx";
import { Login } from "../../../pages/signed/Login.tsx";
import { Reset } from "../../../pages/signed/Reset.tsx";
import { SignUp } from "../../../pages/signed/SignUp.tsx";
import { loadRegistry } from "../../../server/build/loadRegistry.ts";
import { refusalResponse } from "../../../server/http/middleware/errors.ts";
import { read } from "../../support/leads/importDialog.ts";
import { emptyDocument } from "../../support/openApi/emptyDocument.ts";
import { anyParams } from "../../support/reasons.ts";
import { wholeCampaign, wholeDelivery } from "../../support/smtp/wholeCampaign.ts";
import { adminCommands } from "../../support/texts/adminCommands.ts";
import { bareTexts, marked as inMarks, markedSentences, withoutMarks } from "../../support/texts/marked.ts";

const words = wordsOf(markedSentences);

/** Every reason there is, with something for whatever it is said with. */
const all: readonly Cause[] = Object.keys(english).map((code) => ({
  code,
  params: anyParams(code),
  reply: "550 no",
}));
/** What a server says to whoever knows no codes; in the second language none of it is to be seen. */
const plain = "Plain words";

const shown = (page: ReactElement) => renderToStaticMarkup(<WordsContext value={words}>{page}</WordsContext>);

test("in a second language no reason in the ledger is left in the first", () => {
  const delivery: Omit<Delivery, "_id" | "cause"> = {
    ...wholeDelivery,
    leadId: null,
    email: "a@in.test",
    state: "failed",
    reason: plain,
    attempts: 1,
    dueAt: null,
    sentAt: null,
    openedAt: null,
    clickedAt: null,
    repliedAt: null,
    complainedAt: null,
  };
  const deliveries = all.map((cause) => ({ ...delivery, _id: cause.code, cause }));
  const html = shown(<LedgerRows deliveries={deliveries} subject="News" />);
  expect(html).not.toContain(plain);
  expect(html.match(/ledger-reason">⟦/g)).toHaveLength(all.length);
});

test("nor in the progress of the terminal", () => {
  const campaign: Omit<Campaign, "waitingCause"> = {
    ...wholeCampaign,
    _id: "c1",
    subject: "News",
    from: "Me",
    provider: "smtp",
    state: "paused",
    waiting: plain,
    nextAt: null,
    total: 2,
    recipients: 2,
    trackOpens: false,
    trackClicks: false,
    opened: 0,
    machineOpened: 0,
    replied: 0,
    complained: 0,
    clicked: 0,
    createdAt: 0,
    finishedAt: null,
    counts: { queued: 2, sending: 0, deferred: 0, sent: 0, failed: 0, uncertain: 0, skipped: 0 },
  };
  for (const waitingCause of all) {
    const figures = figuresOfCampaign({ ...campaign, waitingCause }, words);
    const line = progressLine({ figures, pace: null }, 0, inMarks(progressTexts));
    expect(line).not.toContain(plain);
    expect(line).toMatch(/^⟦0\/2 Sent⟧, ⟦2 remaining⟧; (⟦Paused: )?⟦.*⟧⟧?$/s);
  }
});

test("nor in the report of an import, neither its fault nor its rows", () => {
  const counts = { added: 1, updated: 0, skipped: 0, optedOut: 0, rejectedOptouts: 0, overPlan: 0 };
  const rejects = all.map((cause, row) => ({ row, reason: plain, cause }));
  const report = { ...counts, rejected: rejects.length, rejects };
  const job = { ...read, state: "failed" as const, report, fault: plain };
  for (const faultCause of all) {
    const html = shown(<Outcome job={{ ...job, faultCause }} />);
    expect(html).not.toContain(plain);
    expect(html).toContain("<p>⟦");
  }
  const rows = shown(<Rejected job={{ ...job, faultCause: null }} />);
  expect(rows).not.toContain(plain);
  expect(rows.match(/>⟦/g)).toHaveLength(all.length);
});

test("nor in a refusal; a code that the language does not know yet is told in the words that came with it", async () => {
  const response = refusalResponse(refused("no_credentials"), (cause) => sentenceOf(cause, markedSentences));
  expect(await response.json()).toEqual({
    message: "⟦Please add credentials in accounts section to send emails⟧",
    code: "bad_request",
    reason: "no_credentials",
    params: {},
    reply: null,
  });
  expect(words({ code: "of_tomorrow", params: {}, reply: null }, plain)).toBe(plain);
  expect(words(null, plain)).toBe(plain);
});

const facts: SiteFacts = {
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
const view: View = { path: "/login", viewer: undefined, theme: undefined };

test("nor is anything else on the pages of whoever is signed out", async () => {
  const registry = await loadRegistry();
  for (const page of [
    <Header key="header" view={view} />,
    <Footer key="footer" view={view} supportAddress={facts.supportAddress} />,
    ...[Login, SignUp, Forgot, Reset].map((Page) => <Page key={Page.name} view={view} facts={facts} />),
  ]) {
    const html = renderToStaticMarkup(
      <TextsContext value={inMarks}>
        <IslandContext value={{ registry, held: [] }}>{page}</IslandContext>
      </TextsContext>,
    );
    expect(html).toContain("⟦");
    expect(bareTexts(html, ["Amplify", facts.supportAddress])).toEqual([]);
  }
});

test("nor on the page of whoever wants no more mail", () => {
  const common = {
    token: "t",
    from: "News",
    maskedEmail: "a…@in.test",
    isCounted: true,
    hasLeft: true,
    hasSaidWhy: false,
    done: null,
  } as const;
  for (const page of [
    <Unsubscribe key="ask" {...common} isUnsubscribed={false} back="none" />,
    <Unsubscribe key="left" {...common} isUnsubscribed back="mail" />,
    <Unsubscribe key="write" {...common} isUnsubscribed back="write" done="reason" />,
    <Resubscribe key="back" from="News" email="a@in.test" state="asking" />,
    <Resubscribe key="out" from="News" email="a@in.test" state="keptOut" />,
    <UnknownReturn key="old" />,
  ]) {
    const html = renderToStaticMarkup(<TextsContext value={inMarks}>{page}</TextsContext>);
    expect(html.match(/⟦/g)?.length).toBeGreaterThan(1);
    expect(bareTexts(html, ["a…@in.test", "a@in.test", "News"])).toEqual([]);
  }
});

test("nor in the help of the terminal", () => {
  const texts = inMarks(helpTexts);
  const commands = [...cliCommands(texts), ...adminCommands(texts)];
  const program = createProgram({ version: "1.0.0", commands, texts });
  const everyCommand = (command: Command): Command[] => [command, ...command.commands.flatMap(everyCommand)];
  const all = everyCommand(program);
  expect(all.length).toBeGreaterThan(30);
  const said = all.flatMap((command) => [
    command.description(),
    ...command.options.map(({ description }) => description),
    ...command.registeredArguments.map(({ description }) => description),
  ]);
  expect(said.filter((text) => text !== "" && !/^⟦.*⟧$/s.test(text))).toEqual([]);
  expect(program.helpInformation()).toContain("⟦Show help for a command⟧");
  // What is left in any of them are names: of commands, of options and of what they are given.
  for (const command of all) {
    const bare = withoutMarks(command.helpInformation());
    expect([command.name(), bare.match(/\p{Lu}\p{Ll}+|[a-z]:/gu)]).toEqual([command.name(), null]);
  }
  const existing = all.find((command) => command.name() === "import")?.helpInformation();
  expect(existing).toMatch(/^⟦Usage:⟧ amplify import ⟦\[options\]⟧ <file>/);
});
