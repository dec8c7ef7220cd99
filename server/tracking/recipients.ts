import { mayBeCounted, mayStillBeCounted } from "../../contract/leads/consent.ts";
import { type OptoutReason, optoutReasons } from "../../contract/leads/optoutReasons.ts";
import { recipientLimits } from "../../contract/limits/recipients.ts";
import { isMachine, type MailRequest } from "../../contract/machines.ts";
import { createSuppressionStore } from "../../db/stores/leads/suppressions.ts";
import { createOptoutStore } from "../../db/stores/tracking/optouts.ts";
import { createRecipientStore, type RecipientRow } from "../../db/stores/tracking/recipients.ts";
import type { Core } from "../core/core.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { campaignSenderText } from "../sending/campaignSender.ts";
import type { Arrivals } from "./arrivals.ts";
import { createReturns } from "./returns.ts";
import { withoutTail } from "./withoutTail.ts";

/**
 * What the unsubscribe page says. The address is masked: a link may be forwarded along with its mail. "nobody" is
 * for a genuine link of a mail that nothing is kept of: a test mail, or one whose sender's account is deleted.
 */
export type Recipient =
  | {
      token: string;
      from: string | null;
      maskedEmail: string;
      isUnsubscribed: boolean;
      /** They left by a mail of theirs; false where the sender, or a mail that came back, keeps them out. */
      hasLeft: boolean;
      /** They have told why they left, since they did. */
      hasSaidWhy: boolean;
      /** How somebody who left may come back: by a mail, by writing to the sender, or not by themselves. */
      back: "mail" | "write" | "none";
      /** Null where there is no lead to ask it of. */
      isCounted: boolean | null;
      /** What has just been done, beside what the page says anyway. */
      done: "reason" | "asked" | "counting" | null;
    }
  | "nobody";

export type RecipientsService = ReturnType<typeof createRecipientsService>;

type Parts = { jobs: Pick<Jobs, "ask">; arrivals: Arrivals };

type Done = Exclude<Recipient, "nobody">["done"];

/** The links that recipients' mails carry. A token is all they need; it says one delivery, for one purpose. */
export function createRecipientsService(core: Core, { jobs, arrivals }: Parts) {
  const store = createRecipientStore(core.database);
  const suppressions = createSuppressionStore(core.database);
  const optouts = createOptoutStore(core.database);
  const returns = createReturns(core, { jobs });

  async function answer(token: string, row: RecipientRow, done: Done): Promise<Recipient> {
    const { workspaceId, email, consent } = row;
    const emailHash = core.secrets.hashAddress(email);
    const said = await suppressions.saidOf({ workspaceId, emailHash });
    const [left] = said === null ? [] : await optouts.ofAddress({ workspaceId, emailHash, countMax: 1 });
    const hasLeft = left !== undefined && left.returnedAt === null;
    const isTheirs = said?.source === "recipient" && said.ownerAt === null;
    return {
      token,
      done,
      from: row.from && campaignSenderText(row.from),
      maskedEmail: masked(email),
      isUnsubscribed: said !== null,
      hasLeft,
      hasSaidWhy: hasLeft && left.reason !== null,
      back: said === null ? "none" : isTheirs && returns.canMail(row) ? "mail" : "write",
      isCounted: consent === null ? null : mayBeCounted("always", consent),
    };
  }

  /** Null for a token that was forged or made for another purpose; "nobody" for a mail that nothing is kept of. */
  async function withRow(
    token: string,
    act: (row: RecipientRow & { emailHash: string }) => Promise<Done>,
  ): Promise<Recipient | null> {
    const deliveryId = core.secrets.verify("unsubscribe", withoutTail(token));
    if (deliveryId === null) return null;
    const row = await store.recipientOf(deliveryId);
    if (row === null) return "nobody";
    const done = await act({ ...row, emailHash: core.secrets.hashAddress(row.email) });
    // What was done may have changed what the page says.
    return answer(token, done === "counting" ? ((await store.recipientOf(deliveryId)) ?? row) : row, done);
  }

  return {
    /** Changes nothing. */
    find: (token: string) => withRow(token, async () => null),

    /** Suppresses the address for this sender and opts its lead out; again and again is fine. */
    unsubscribe: (token: string) =>
      withRow(token, async (row) => {
        await store.unsubscribe({ ...leavingOf(core, row), email: row.email });
        await arrivals.seen(row);
        return null;
      }),

    /** Why somebody left. What cannot be read of it is not asked again: nobody has to say anything. */
    sayWhy: (token: string, form: URLSearchParams) =>
      withRow(token, async ({ workspaceId, emailHash }) => {
        const words = (form.get("words") ?? "").trim().slice(0, recipientLimits.wordsMax);
        const reason = reasonIn(form.get("reason"), words);
        if (reason === null) return null;
        await optouts.sayWhy({ workspaceId, emailHash, reason, words: words === "" ? null : words });
        return "reason";
      }),

    /** Has a mail sent that lets somebody come back who left by themselves; as often as may be, and the same is said. */
    askBack: (token: string) =>
      withRow(token, async (row) => {
        const said = await suppressions.saidOf(row);
        if (said?.source !== "recipient" || !returns.canMail(row)) return null;
        await returns.askFor({ ...leavingOf(core, row), email: row.email });
        return "asked";
      }),

    /** Whether somebody's opens and clicks may be counted, by their own word. */
    sayConsent: (token: string, form: URLSearchParams) =>
      withRow(token, async ({ workspaceId, leadId, email, emailHash }) => {
        const consent = form.get("consent");
        if (consent !== "granted" && consent !== "denied") return null;
        await store.sayConsent({ workspaceId, leadId, email, emailHash, consent, now: core.clock.now() });
        return "counting";
      }),

    /** Where the link of a mail leads that lets somebody come back; null where it was forged or is too old. */
    findReturn: returns.find,
    comeBack: returns.comeBack,

    countOpen: createOpenCount(core, arrivals),
  };
}

/**
 * Counts the first time a person's mail program asks for a delivery's picture, and apart from that the first time a
 * machine does.
 */
function createOpenCount(core: Core, arrivals: Arrivals) {
  const store = createRecipientStore(core.database);
  return async (token: string, request: MailRequest): Promise<void> => {
    const deliveryId = core.secrets.verify("open", token);
    if (deliveryId === null || request.method !== "GET") return;
    const row = await store.recipientOf(deliveryId);
    const byMachine = isMachine(request);
    // Denied or taken back since the mail went: the picture is answered, and nothing of it is kept.
    if (row === null || !mayStillBeCounted(row)) return;
    if (!byMachine) await arrivals.seen(row);
    // Most requests are for a mail that was opened before; they should not take the write lock.
    if ((byMachine ? row.machineOpenedAt : row.openedAt) !== null) return;
    const first = { workspaceId: row.workspaceId, deliveryId, now: core.clock.now() };
    await (byMachine ? store.noteMachineOpen(first) : store.countFirstOpen(first));
  };
}

type Leaver = RecipientRow & { emailHash: string };

function leavingOf(core: Core, { workspaceId, emailHash, leadId, campaignId, deliveryId }: Leaver) {
  const id = core.newId();
  return { id, workspaceId, emailHash, leadId, campaignId, deliveryId, now: core.clock.now() };
}

/** Somebody who only wrote a few words has given another reason. */
function reasonIn(given: string | null, words: string): OptoutReason | null {
  return optoutReasons.find((reason) => reason === given) ?? (words === "" ? null : "other");
}

function masked(email: string): string {
  return `${email.slice(0, 1)}…${email.slice(email.lastIndexOf("@"))}`;
}
