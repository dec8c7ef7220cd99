import { expect, test } from "bun:test";
import { socketLimits } from "../../contract/limits/socket.ts";
import { reason } from "../../contract/reasons.ts";
import type { Campaign } from "../../contract/schemas/campaign.ts";
import { called } from "../../islands/_data/browserClient.ts";
import { pauseUntilHope } from "../../islands/Workspace/realtime/pauseUntilHope.ts";
import {
  closesWorkspaces,
  type OpenedWorkspace,
  openWorkspace,
  someCredential,
  someLead,
  someTemplate,
} from "../support/browser/openWorkspace.ts";
import { someCampaign } from "../support/smtp/wholeCampaign.ts";

closesWorkspaces();

const ready = { leads: [someLead], templates: [someTemplate], credentials: [someCredential] };
const accepted = {
  message: "Email sent successfully",
  campaignId: "c1",
  accepted: 4,
  skipped: [
    { email: "bob@example.com", reason: "Opted out", cause: { code: "opted_out", params: {}, reply: null } },
  ],
};
const text = (opened: OpenedWorkspace) => opened.document.body.textContent ?? "";
const says = (opened: OpenedWorkspace, words: string) =>
  opened.dialog().textContent?.includes(words) ?? false;
const alerts = (opened: OpenedWorkspace) =>
  [...opened.dialog().querySelectorAll('[role="alert"]')].map((node) => node.textContent);
async function fillIn(opened: OpenedWorkspace) {
  // The dialog's content comes a moment after the dialog.
  await opened.settle(() => says(opened, "Subject"));
  await opened.type("Subject", "Spring news");
  await opened.type("Template", "t1");
}
const listed = {
  ...someCampaign,
  from: "Me",
  state: "running",
  trackOpens: false,
  trackClicks: false,
  total: 10,
  recipients: 10,
  finishedAt: null,
  counts: { queued: 8, sending: 0, deferred: 0, sent: 2, failed: 0, uncertain: 0, skipped: 0 },
} satisfies Campaign;

const notices = (opened: OpenedWorkspace) =>
  [...opened.document.querySelectorAll(".toast-tray .toast-words")].map((words) =>
    [...words.querySelectorAll("p")].map((line) => line.textContent),
  );
const readOut = (opened: OpenedWorkspace) =>
  opened.document.querySelector(".workspace-content > .visually-hidden[role=status]")?.textContent;

test("a send is told in one notice with the number that is mailed, whatever the socket says first", async () => {
  for (const socketFirst of [true, false]) {
    const { promise, resolve: letAnswer } = Promise.withResolvers<void>();
    const opened = await openWorkspace(ready, {
      answers: {
        "POST /email/send": async () => {
          await promise;
          return { body: accepted };
        },
      },
    });
    await opened.click(opened.panel("leads"), "Send Email");
    await fillIn(opened);
    await opened.settle(() => says(opened, "Send to 1"));
    await opened.click(opened.dialog(), "Send to 1");
    const begin = () => opened.act(() => opened.socket.tell({ total: 4, queued: 4, skipped: 1 }));
    if (socketFirst) await begin();
    await opened.act(letAnswer);
    await opened.settle(() => opened.document.querySelector("dialog[open]") === null);
    if (!socketFirst) await begin();
    await opened.settle(() => text(opened).includes("0/4 Sent"));
    expect(notices(opened)).toEqual([
      [
        'Email sent successfully: "Spring news" goes out to 4 leads in the background. You can close this page.',
        "The following leads have opted out and will not receive the email: bob@example.com",
      ],
    ]);
    // Nor does the region that reads progress out say once more that it has begun.
    expect(readOut(opened)).toBe("");
    await opened.close();
  }
});

test("what another tab or a program begins is told by the background notice", async () => {
  const opened = await openWorkspace(ready);
  const subject = "Spring news, {{firstName|friend}}";
  await opened.act(() => opened.socket.tell({ subject, total: 2000, queued: 2000 }));
  await opened.settle(() => notices(opened).length > 0);
  expect(notices(opened)).toEqual([
    ['"Spring news, friend" goes out to 2,000 leads in the background. You can close this page.'],
  ]);
  // What was composed has a name, and several subjects.
  const sale = { campaignId: "c9", name: "Spring sale", subject, total: 3, queued: 3 };
  await opened.act(() => opened.socket.tell(sale));
  await opened.settle(() => notices(opened).join("").includes('"Spring sale" goes out to 3 leads'));
});

test("what is resumed while its account waits for somebody is not called under way", async () => {
  const opened = await openWorkspace(ready);
  const waitingCause = reason("sign_in_refused", { help: "smtp" }, "535 5.7.8 Error");
  await opened.act(() =>
    opened.socket.tell({ campaignId: "c8", total: 2000, queued: 2000, waiting: "Refused", waitingCause }),
  );
  const sale = { campaignId: "c9", name: "Spring sale", total: 3, queued: 3 };
  await opened.act(() => opened.socket.tell(sale));
  await opened.settle(() => notices(opened).length > 0);
  expect(notices(opened)).toEqual([[expect.stringContaining("Spring sale")]]);
});

test("with no lead there is nobody to send to, and that is said", async () => {
  const opened = await openWorkspace({ templates: [someTemplate], credentials: [someCredential] });
  await opened.click(opened.panel("leads"), "Send Email");
  await opened.settle(() => says(opened, "There is nobody here to send to."));
  expect(opened.dialog().querySelector<HTMLButtonElement>('button[type="submit"]')?.disabled).toBe(true);
});

test("with a search and nobody picked a send says whom to pick", async () => {
  const opened = await openWorkspace(ready);
  await opened.type("Search leads", "ann");
  await opened.settle(
    () => opened.callsTo("GET /amplify/leads").at(-1)?.url.searchParams.get("search") === "ann",
  );
  await opened.click(opened.panel("leads"), "Send Email");
  await opened.settle(() => says(opened, "Select the leads to send to in the table first."));
});

test("after a search that finds nobody the window says so, and no more to pick somebody in an empty table", async () => {
  const opened = await openWorkspace(ready, {
    answers: {
      "GET /amplify/leads": ({ url }) => {
        const items = url.searchParams.has("search") ? [] : [someLead];
        return { body: { items, total: items.length, page: 1, pageSize: 50 } };
      },
    },
  });
  await opened.type("Search leads", "zzz");
  await opened.settle(
    () => opened.callsTo("GET /amplify/leads").at(-1)?.url.searchParams.get("search") === "zzz",
  );
  await opened.click(opened.panel("leads"), "Send Email");
  await opened.settle(() => says(opened, "finds nobody"));
  expect(opened.dialog().textContent).not.toContain("Select the leads");
});

test("a send that would reach nobody after all is refused in the dialog, and nothing is called sent", async () => {
  const message =
    "Nothing was sent, as nobody is left to send to. The following leads have opted out and will not receive the email: ann@example.com";
  const opened = await openWorkspace(ready, {
    answers: { "POST /email/send": () => ({ status: 400, body: { message, code: "no_recipients" } }) },
  });
  await opened.click(opened.panel("leads"), "Send Email");
  await fillIn(opened);
  await opened.settle(() => says(opened, "Send to 1"));
  await opened.click(opened.dialog(), "Send to 1");
  await opened.settle(() => alerts(opened).includes(message));
  expect(notices(opened)).toEqual([]);
  expect(opened.document.querySelector(".activity")).toBeNull();
});

/** The parts of a campaign's bar with their widths, and what is said of them. */
const barOf = (opened: OpenedWorkspace, root: string) => {
  const bar = opened.document.querySelector(`${root} [role="progressbar"]`);
  const parts = [...(bar?.children ?? [])] as HTMLElement[];
  return {
    parts: parts.map((part) => [part.dataset.status ?? "left", part.style.flexGrow]),
    words: bar?.getAttribute("aria-valuetext"),
    label: opened.document.getElementById(bar?.getAttribute("aria-labelledby") ?? "")?.textContent,
  };
};

test("a bar has a part for each that was mailed, and is full at the end beside those who were skipped", async () => {
  const opened = await openWorkspace(ready);
  const half = { total: 8, success: 3, failed: 1, uncertain: 1, queued: 3, skipped: 2 };
  await opened.act(() => opened.socket.tell(half));
  await opened.settle(() => text(opened).includes("3/8 Sent"));
  expect(barOf(opened, ".activity-line")).toEqual({
    parts: [
      ["sent", "3"],
      ["failed", "1"],
      ["uncertain", "1"],
      ["left", "3"],
    ],
    words: "3 sent, 1 failed, 1 uncertain, 3 left",
    label: "3/8 Sent",
  });
  const end = { total: 8, success: 8, queued: 0, skipped: 2, running: false, state: "finished" } as const;
  await opened.act(() => opened.socket.tell({ ...end, seq: 2 }));
  await opened.settle(() => text(opened).includes("8/8 Sent"));
  expect(barOf(opened, ".activity-line").parts).toEqual([["sent", "8"]]);
  await opened.click(opened.document, "Show what is under way");
  expect(barOf(opened, ".send-bar").parts).toEqual([["sent", "8"]]);
  expect(opened.document.querySelector(".send-counts")?.textContent).toBe("8 sent2 skippedFinished");
});

test("in Campaigns a bar is full where all who were mailed have been, and is not where it was cancelled", async () => {
  const campaign: Campaign = {
    ...listed,
    state: "finished",
    total: 5,
    recipients: 4,
    finishedAt: 1,
    counts: { ...listed.counts, queued: 0, sent: 4, skipped: 1 },
  };
  const opened = await openWorkspace(
    { ...ready, campaigns: [campaign] },
    { url: `http://localhost:8000/app#campaigns/${campaign._id}` },
  );
  await opened.settle(() => text(opened).includes("4/4 Sent"));
  expect(barOf(opened, ".campaign-page").parts).toEqual([["sent", "4"]]);
  await opened.act(() =>
    opened.socket.tell({ total: 4, success: 1, queued: 0, skipped: 4, running: false, state: "cancelled" }),
  );
  await opened.settle(() => text(opened).includes("1/4 Sent"));
  expect(barOf(opened, ".campaign-page").parts).toEqual([
    ["sent", "1"],
    ["left", "3"],
  ]);
});

test("a campaign that waits says until when, by the clock of whoever reads it", async () => {
  const opened = await openWorkspace(ready);
  const nextAt = new Date().setHours(23, 59, 0, 0) + 10 * 60 * 60 * 1000;
  const clock = new Date(nextAt).toLocaleTimeString(undefined, { hour: "numeric", minute: "2-digit" });
  const reason = "Waiting because of the limit of 20 mails in 24 hours";
  await opened.act(() => opened.socket.tell({ success: 2, queued: 8, waiting: reason, nextAt }));
  await opened.settle(() => text(opened).includes(`${reason}; continues tomorrow at ${clock}`));
  const card = () => opened.panel("campaigns").textContent ?? "";
  opened.server.answers["GET /amplify/campaigns"] = () => ({
    body: [{ ...listed, waiting: reason, nextAt }],
  });
  await opened.act(() => opened.document.getElementById("tab-campaigns")?.click());
  await opened.settle(() => card().includes(`continues tomorrow at ${clock}`));
  expect(card()).toContain(reason);
});

test("with the server out of reach nothing is promised, and the figures are told by their age", async () => {
  const opened = await openWorkspace(ready);
  const nextAt = Date.now() + 60 * 60 * 1000;
  await opened.act(() => opened.socket.tell({ success: 2, queued: 8, waiting: "The account rests", nextAt }));
  await opened.settle(() => text(opened).includes("continues"));
  await opened.act(() => opened.socket.drop());
  await opened.settle(() => text(opened).includes("Reconnecting…"));
  expect(text(opened)).toMatch(/Not connected: these figures are from \d\d?:\d\d.*\. Reconnecting…/);
  for (const promise of ["Sending goes on", "continues at", "done at"])
    expect(text(opened)).not.toContain(promise);
});

test("a long wait for the server ends with an answered call, the network, or somebody who looks at the page", async () => {
  const opened = await openWorkspace();
  const hopes = [
    () => called("GET /amplify/leads"),
    () => opened.window.dispatchEvent(new opened.window.Event("online")),
    () => opened.window.dispatchEvent(new opened.window.Event("focus")),
  ];
  await Promise.all(
    hopes.map((hope) => {
      const waiting = pauseUntilHope(socketLimits.reconnectMaxMs, new AbortController().signal);
      hope();
      return waiting;
    }),
  );
});

test("of many campaigns under way the newest is on the line, all are in its list, and Campaigns has them itself", async () => {
  const opened = await openWorkspace();
  const line = () => opened.document.querySelector(".activity-title")?.textContent;
  const titles = () =>
    [...opened.document.querySelectorAll(".send-bar h3")].map((title) => title.textContent).join();
  await opened.act(() => {
    for (const name of ["1", "3", "4", "2"])
      opened.socket.tell({ campaignId: name, subject: name, success: 5 });
  });
  await opened.settle(() => line() === "4");
  expect(opened.document.querySelector(".activity-open")?.textContent).toBe("+3");
  await opened.click(opened.document, "+3: show all 4 under way");
  expect(titles()).toBe("4,3,2,1");
  // Each bar has the same buttons, so each of them says whose it is.
  const told = [...opened.document.querySelectorAll(".send-bar-head .actions :is(button, a)")].map(
    (button) => opened.document.getElementById(button.getAttribute("aria-describedby") ?? "")?.textContent,
  );
  expect(told).toEqual(["4", "3", "2", "1"].flatMap((name) => [name, name, name]));
  await opened.act(() => opened.document.getElementById("tab-campaigns")?.click());
  await opened.settle(() => line() === undefined);
  expect(titles()).toBe("");
});

test("a send under way is stopped from the list, once somebody has said that they mean it", async () => {
  const opened = await openWorkspace(
    {},
    {
      answers: { "POST /amplify/campaigns/{id}/cancel": () => ({ body: { ...listed, state: "cancelled" } }) },
    },
  );
  await opened.act(() => opened.socket.tell({ success: 1 }));
  await opened.settle(() => opened.document.querySelector(".activity-open") !== null);
  await opened.click(opened.document, "Show what is under way");
  await opened.click(opened.document, "Stop");
  await opened.settle(() => says(opened, "Stop “Spring news” for good?"));
  await opened.click(opened.dialog(), "Leave it as it is");
  expect(opened.callsTo("POST /amplify/campaigns/{id}/cancel")).toHaveLength(0);
  await opened.click(opened.document, "Stop");
  await opened.click(opened.dialog(), "Stop it for good");
  expect(opened.callsTo("POST /amplify/campaigns/{id}/cancel")).toHaveLength(1);
  expect(opened.document.querySelector("dialog[open]")).toBeNull();
});

test("details of a send lead to its own page, and the list is out of its way there", async () => {
  const opened = await openWorkspace({ campaigns: [listed] });
  await opened.act(() => opened.socket.tell({ success: 1 }));
  await opened.settle(() => opened.document.querySelector(".activity-open") !== null);
  await opened.click(opened.document, "Show what is under way");
  const links = [...opened.document.querySelectorAll<HTMLAnchorElement>(".send-bar a")];
  await opened.act(() => links.find((link) => link.textContent === "Details")?.click());
  await opened.settle(() => opened.panel("campaigns").querySelector("h2")?.textContent === "Spring news");
  expect(opened.window.location.hash).toBe("#campaigns/c1");
  expect(opened.document.querySelector(".send-bar")).toBeNull();
});
