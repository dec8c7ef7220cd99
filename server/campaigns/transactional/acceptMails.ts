import { createHash } from "node:crypto";
import { base64Bytes } from "../../../contract/base64.ts";
import type { Scope } from "../../../contract/identity/scope.ts";
import { transactionalLimits as limits } from "../../../contract/limits/sending.ts";
import type { CustomNames } from "../../../contract/mergeFields.ts";
import type { Cause } from "../../../contract/reasons.ts";
import { refused } from "../../../contract/refused.ts";
import type { TransactionalAnswer, TransactionalInput } from "../../../contract/schemas/transactional.ts";
import { type CredentialRow, createCredentialStore } from "../../../db/stores/accounts/credentials.ts";
import { type CampaignStore, isAccepted } from "../../../db/stores/campaigns/campaigns.ts";
import { createCallStore } from "../../../db/stores/campaigns/transactional/calls.ts";
import type { Core } from "../../core/core.ts";
import { inSlices } from "../../core/inSlices.ts";
import { inWords } from "../../core/inWords.ts";
import { sortedJson } from "../../http/sortedJson.ts";
import type { SendingPort } from "../../sending/boundary/port.ts";
import { finishing } from "../../sending/mail/composition.ts";
import { accountNamed, namesAccount } from "../sendRequest.ts";
import { type MailTexts, namesIn, neededFields, valuesFor } from "./mailFields.ts";
import { type CallMaking, newCall } from "./newCall.ts";

export type MailParts = {
  campaigns: Pick<CampaignStore, "byRequest">;
  sender: Pick<SendingPort, "tell">;
  /** What a template that this workspace may use says, or null. */
  templateContent(scope: Scope, id: string): Promise<{ html: string; version: number } | null>;
};

/**
 * Accepting transactional mails: the call, its mails and its idempotency key are in one commit before the answer, or
 * nothing of it is. From there on they are a part as a campaign has, and go by lanes as its mails do.
 */
export function createMailAcceptance(core: Core, { campaigns, sender, templateContent }: MailParts) {
  const calls = createCallStore(core.database);
  const credentials = createCredentialStore(core.database);

  async function answerOf({ workspaceId }: Scope, campaignId: string): Promise<TransactionalAnswer> {
    const rows = await calls.answerOf({ workspaceId, campaignId });
    return { mails: rows.map(({ id, email, cause }) => ({ id, email, ...answered(cause) })) };
  }

  /** Null where the key is new. @throws {Refusal} conflict where it is that of another call. */
  async function knownAnswer({ workspaceId, ...scope }: Scope, { key, digest }: CallMaking["request"]) {
    const asked = { workspaceId, requestKeys: [key], sinceMs: 0 };
    const known = await campaigns.byRequest(asked);
    if (known === null) return null;
    if (known.requestDigest !== digest || !isAccepted(known)) throw refused("key_of_another_send");
    return answerOf({ workspaceId, ...scope }, known.id);
  }

  async function contentOf(
    scope: Scope,
    { html, template, text }: TransactionalInput,
  ): Promise<CallMaking["content"]> {
    if (html?.trim()) return { html, version: null };
    if (template === undefined) {
      if (!text?.trim()) throw refused("fields_missing", {}, { field: "html" });
      return { html: "", version: null };
    }
    const found = await templateContent(scope, template);
    if (found === null) throw refused("template_unknown", {}, { field: "template" });
    if (found.html.trim() === "") throw refused("template_not_chosen", {}, { field: "template" });
    return found;
  }

  return {
    /** @throws {Refusal} bad_request, not_found, or conflict for the key of another call; then nothing was queued. */
    async accept(
      scope: Scope,
      input: TransactionalInput,
      idempotencyKey: string | null,
    ): Promise<{ answer: TransactionalAnswer; isAgain: boolean }> {
      const request = {
        key: `mail:${idempotencyKey === null ? core.newId() : digestOf(idempotencyKey)}`,
        digest: core.secrets.hashCounted(sortedJson(input)),
      };
      const known = idempotencyKey === null ? null : await knownAnswer(scope, request);
      if (known !== null) return { answer: known, isAgain: true };
      refuseLarge(input);
      const account = chosen(await credentials.ownedBy(scope.workspaceId), input);
      const content = await contentOf(scope, input);
      const html = await inSlices(finishing(content.html, { hasUnsubscribeLink: false }));
      const texts = { subject: input.subject, html, text: input.text ?? null };
      const names = namesIn(texts);
      const mails = mailsOf(input, texts, names);
      const making = { scope, input, request, account, content: { ...content, html }, names, mails };
      const call = await newCall(core, making);
      // Two at once: the second finds what the first one made.
      if (!(await calls.accept(call)))
        return { answer: (await knownAnswer(scope, request)) ?? { mails: [] }, isAgain: true };
      const { id: campaignId, workspaceId, state } = call.part;
      if (state === "running") void sender.tell({ kind: "begun", campaignId, workspaceId });
      return { answer: await answerOf(scope, campaignId), isAgain: false };
    },
  };
}

function answered(cause: Cause | null) {
  return cause === null
    ? { state: "queued" as const, reason: null, cause: null }
    : { state: "refused" as const, reason: inWords(cause), cause };
}

/** The account that is named, by its id, its address or both; or the first one that may send. */
function chosen(
  rows: readonly CredentialRow[],
  { account: credentialId, from }: TransactionalInput,
): CredentialRow {
  const [first] = rows;
  if (first === undefined) throw refused("no_credentials");
  const wanted = { credentialId, from };
  if (namesAccount(wanted)) return accountNamed(rows, wanted);
  return rows.find(({ paused }) => !paused) ?? first;
}

function refuseLarge({ attachments = [] }: TransactionalInput): void {
  let sum = 0;
  for (const [index, { name, content }] of attachments.entries()) {
    const bytes = base64Bytes(content);
    if (bytes > limits.attachmentBytes)
      throw refused(
        "attachment_too_large",
        { name, max: limits.attachmentBytes },
        { field: `attachments.${index}.content` },
      );
    sum += bytes;
  }
  if (sum > limits.attachmentsBytes)
    throw refused("attachments_too_large", { max: limits.attachmentsBytes }, { field: "attachments" });
}

function mailsOf(
  { to, values: shared }: TransactionalInput,
  texts: MailTexts,
  names: CustomNames,
): CallMaking["mails"] {
  const needed = neededFields(texts, names);
  const seen = new Set<string>();
  return to.map(({ email, name = "", values: own }, index) => {
    if (seen.has(email)) throw refused("recipient_twice", { email }, { field: `to.${index}.email` });
    seen.add(email);
    const place = `to.${index}.values`;
    const values = JSON.stringify(valuesFor({ email, shared, own, place }, needed));
    if (values.length > limits.valuesCharactersMax)
      throw refused("values_too_long", { max: limits.valuesCharactersMax }, { field: place });
    return { email, name, values };
  });
}

function digestOf(key: string): string {
  return createHash("sha256").update(key).digest("base64url");
}
