import { afterEach, expect, test } from "bun:test";
import { cleanup, render } from "ink-testing-library";
import type { CampaignFigures } from "../../cli/format/campaignFigures.ts";
import { ImportView } from "../../cli/views/ImportView.tsx";
import { SendView, type SendViewProps } from "../../cli/views/SendView.tsx";
import type { ImportJob } from "../../contract/schemas/imports.ts";
import { english } from "../../contract/sentences/en.ts";
import { wordsOf } from "../../contract/sentences/sentence.ts";
import { textsIn } from "../../contract/texts/language.ts";
import { progressTexts } from "../../contract/texts/terminal/progress.ts";

afterEach(cleanup);

const texts = textsIn("en")(progressTexts);
const look = { color: false, unicode: true };
const noon = new Date(2026, 10, 20, 12).getTime();

function figures(changes: Partial<CampaignFigures>): CampaignFigures {
  const counts = { total: 100, sent: 0, failed: 0, uncertain: 0, skipped: 0 };
  const all = {
    campaignId: "c1",
    name: "Spring news",
    state: "running" as const,
    waiting: null,
    waitingCode: null,
    nextAtMs: null,
    kind: "once" as const,
    startAtMs: null,
    holdUntilMs: null,
    limitedUntilMs: null,
    ...counts,
    ...changes,
  };
  return { remaining: all.total - all.sent - all.failed - all.uncertain, ...all };
}

function frame(changes: Partial<CampaignFigures>, props: Partial<SendViewProps> = {}) {
  const standings = [{ figures: figures(changes), pace: null }];
  return (
    render(
      <SendView standings={standings} look={look} texts={texts} reachable nowMs={noon} {...props} />,
    ).lastFrame() ?? ""
  );
}

test("the bar shows every part by its shape and names it below", () => {
  const lines = frame({ sent: 50, failed: 1, uncertain: 1, skipped: 8 }).split("\n");
  expect(lines[0]).toBe("Spring news");
  expect(lines[1]).toMatch(/^█{36}▓▒─{34} {2}50\/100 Sent$/);
  expect(lines[2]).toBe("█ 50 sent  ▓ 1 failed  ▒ 1 uncertain  ─ 48 remaining  8 skipped");
  expect(lines[3]).toBe("Starting");
});

test("whoever was skipped takes nothing from a bar that is full, and a cancelled send's is not", () => {
  const full = frame({ total: 4, sent: 4, skipped: 1, state: "finished" }).split("\n");
  expect(full[1]).toMatch(/^█+ {2}4\/4 Sent$/);
  expect(full[2]).toBe("█ 4 sent  1 skipped");
  const cut = frame({ total: 12, sent: 6, skipped: 6, remaining: 0, state: "cancelled" }).split("\n");
  expect(cut[1]).toMatch(/^█{36}─{36} {2}6\/12 Sent$/);
  expect(cut[2]).toBe("█ 6 sent  6 skipped");
});

test("without block characters the parts have letters", () => {
  const text = frame({ sent: 99, failed: 1 }, { look: { color: false, unicode: false } });
  expect(text).toContain("# 99 sent  x 1 failed");
  expect(text).toMatch(/^#{71}x {2}99\/100 Sent$/m);
});

test("the rate and the finish time stand beside the reason to wait", () => {
  const pace = { perSecond: 48, doneAtMs: noon + 20 * 60_000 };
  const running = [{ figures: figures({ sent: 50 }), pace }];
  expect(frame({}, { standings: running })).toContain("48 a second, done about 12:20");
  expect(frame({ sent: 50, waiting: "Google's daily limit is reached" })).toContain(
    "Waiting: Google's daily limit is reached",
  );
  expect(frame({ sent: 50, state: "paused", waiting: "Wrong password" })).toContain("Paused: Wrong password");
  expect(frame({ sent: 100, state: "finished" })).toContain("Finished");
});

test("keys are named only where they do something", () => {
  const onKey = () => {};
  expect(frame({})).not.toContain("Ctrl-C");
  expect(frame({}, { onKey })).toContain("p pause   Ctrl-C leave; the send goes on");
  expect(frame({ state: "paused" }, { onKey })).toContain("r resume   Ctrl-C leave; it stays paused");
  const two = [
    { figures: figures({}), pace: null },
    { figures: figures({ campaignId: "c2" }), pace: null },
  ];
  expect(frame({}, { onKey, standings: two })).not.toContain("p pause");
  // Before anything is known nothing is said of it.
  expect(frame({}, { onKey, standings: [] })).toMatch(/Ctrl-C leave$/);
});

test("a server out of reach is said, and the last known counts stay", () => {
  const text = frame({ sent: 50 }, { reachable: false });
  expect(text).toContain("50/100 Sent");
  expect(text).toContain("The server cannot be reached; trying again.");
});

test("a server out of reach has no rate, and is said to be so once", () => {
  const standings = [{ figures: figures({ sent: 50 }), pace: { perSecond: 48, doneAtMs: noon + 60_000 } }];
  const refused =
    "The server cannot be reached. Check your connection and that the server runs, then try again.";
  const text = frame({}, { standings, reachable: false, refused, onKey: () => {} });
  expect(text).not.toMatch(/a second|Starting/);
  expect(text.match(/cannot be reached/g)).toHaveLength(1);
});

test("what is refused is said to its end, and so is why a send that is shown alone is paused", () => {
  const why =
    "The account's mail server refused the password, which has to be entered anew under Accounts before it goes on";
  const waits = { state: "paused" as const, waiting: why };
  const whole = (text: string) => text.replaceAll("\n", " ");
  expect(whole(frame(waits, { refused: why }))).toContain(`Paused: ${why}`);
  expect(whole(frame({}, { refused: why }))).toContain(why);
  const standings = ["c1", "c2"].map((campaignId) => ({
    figures: figures({ ...waits, campaignId }),
    pace: null,
  }));
  expect(frame({}, { standings }).match(/…$/gm)).toHaveLength(2);
});

test("an import shows that it reads the file, then how far it is and what became of the rows", () => {
  const words = wordsOf(english);
  const lines = (job: ImportJob | null) =>
    render(<ImportView job={job} look={look} texts={texts} words={words} />)
      .lastFrame()
      ?.split("\n") ?? [];
  expect(lines(null)).toEqual(["Reading the file"]);
  const counts = { added: 90, updated: 8, skipped: 1, optedOut: 0, rejected: 1, rejects: [] };
  const job = { state: "running", rowCount: 200, report: counts } as unknown as ImportJob;
  expect(lines({ ...job, progress: null })[0]).toMatch(/^─+ {2}Waiting: 0\/200 rows$/);
  const progress = { done: 100, total: 200 };
  expect(lines({ ...job, progress: { ...progress, phase: "reading" } })[0]).toMatch(
    /Reading: 100\/200 rows$/,
  );
  const writing = lines({ ...job, progress: { ...progress, phase: "writing" } });
  expect(writing[0]).toMatch(/^█{36}─{36} {2}100\/200 rows$/);
  expect(writing[1]).toBe("90 added, 8 updated, 1 skipped, 1 rejected");
  const undoing = { ...job, state: "undoing" } as ImportJob;
  expect(lines({ ...undoing, progress: null })).toEqual([
    expect.stringMatching(/^─+ {2}Undoing: 0\/98 leads$/),
  ]);
  const faultCause = { code: "disk_full_refused" as const, params: {} };
  expect(lines({ ...undoing, progress: null, fault: "…", faultCause } as ImportJob)[1]).toBe(
    "The disk is full. Free some space and try again.",
  );
  const undone = { ...job, state: "undone", progress: null } as ImportJob;
  expect(lines(undone)).toEqual([expect.stringMatching(/^█+ {2}98\/98 leads$/)]);
});

test("what is planned says when it starts, and what is held how long it can be taken back", () => {
  const ahead = { total: 0, startAtMs: noon + 3 * 60 * 60 * 1000 };
  expect(frame({ ...ahead, state: "scheduled" })).toBe("Spring news\nStarts 15:00\n");
  const waiting = "It cannot start: an account is gone.";
  expect(frame({ ...ahead, state: "scheduled", waiting })).toBe(`Spring news\nStarts 15:00. ${waiting}\n`);
  const held = frame({ total: 0, state: "holding", holdUntilMs: noon + 12_000 });
  expect(held).toBe("Spring news\nHeld back for 12 s; it can still be taken back\n");
  expect(frame({ total: 0, state: "starting" })).toBe("Spring news\nStarting\n");
});

test("a sequence is told from a single mail, and when its next mail is due", () => {
  const waiting = { waiting: "Mail 2 is due then", waitingCode: "next_step_due", nextAtMs: noon + 3_600_000 };
  const lines = frame({ kind: "sequence", sent: 100, ...waiting }).split("\n");
  expect(lines[0]).toBe("Sequence: Spring news");
  expect(lines[3]).toBe("Mail 2 is due then: 13:00");
});

test("u takes a start back while it is held, and does nothing once mails go", () => {
  const keys: string[] = [];
  const held = figures({ total: 0, state: "holding", holdUntilMs: noon + 12_000 });
  const onKey = (key: string) => void keys.push(key);
  const view = (one: CampaignFigures) => (
    <SendView
      standings={[{ figures: one, pace: null }]}
      look={look}
      texts={texts}
      onKey={onKey}
      reachable
      nowMs={noon}
    />
  );
  const { lastFrame, stdin, rerender } = render(view(held));
  expect(lastFrame()).toContain("u take it back   Ctrl-C leave");
  stdin.write("u");
  rerender(view(figures({ sent: 1 })));
  expect(lastFrame()).not.toContain("u take it back");
  stdin.write("u");
  expect(keys).toEqual(["takeBack"]);
});
