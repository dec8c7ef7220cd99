import type { Scope } from "../../../contract/identity/scope.ts";
import { secondMs } from "../../../contract/limits/units.ts";
import type { CustomNames } from "../../../contract/mergeFields.ts";
import type { TransactionalInput } from "../../../contract/schemas/transactional.ts";
import type { CredentialRow } from "../../../db/stores/accounts/credentials.ts";
import { reasonColumns } from "../../../db/stores/campaigns/deliveryReason.ts";
import type { NewCall } from "../../../db/stores/campaigns/transactional/calls.ts";
import { createKindSuppressionStore } from "../../../db/stores/campaigns/transactional/kindSuppressions.ts";
import type { Core } from "../../core/core.ts";
import { countedLinks, createTrackingService } from "../../tracking/index.ts";
import { onlyPart, senderColumnsOf } from "../campaignRows.ts";
import { valuesPlace } from "./mailComposers.ts";

/** A call that was checked. */
export type CallMaking = {
  scope: Scope;
  input: TransactionalInput;
  request: { key: string; digest: string };
  account: CredentialRow;
  /** The template's version, where it comes of one. */
  content: { html: string; version: number | null };
  names: CustomNames;
  /** `values` as JSON. */
  mails: readonly { email: string; name: string; values: string }[];
};

/** All rows of a call: who may not be mailed is there too, with the reason. */
export async function newCall(core: Core, making: CallMaking): Promise<NewCall> {
  const { scope, input, content } = making;
  const { workspaceId } = scope;
  const now = core.clock.now();
  const rows = making.mails.map((mail) => ({
    ...mail,
    id: core.newId(),
    emailHash: core.secrets.hashAddress(mail.email),
  }));
  const emailHashes = rows.map(({ emailHash }) => emailHash);
  const suppressions = createKindSuppressionStore(core.database);
  const suppressed = await suppressions.among({ workspaceId, kind: input.kind, emailHashes });
  const queued = rows.filter(({ emailHash }) => !suppressed.has(emailHash)).length;
  const part = await newPart(core, making, { now, total: rows.length, queued });
  const of = { campaignId: part.id, workspaceId };
  const html = content.html;
  return {
    part,
    html,
    call: {
      ...of,
      text: input.text ?? null,
      replyTo: input.replyTo ?? null,
      tags: input.tags ?? [],
      templateId: content.version === null ? null : (input.template ?? null),
      templateVersion: content.version,
      createdAt: now,
      ttlSeconds: input.ttlSeconds,
      expiresAt: now + input.ttlSeconds * secondMs,
    },
    mails: rows.map(({ id, email, emailHash, name, values }) => ({
      id,
      ...of,
      kind: input.kind,
      email,
      emailHash,
      name,
      createdAt: now,
      sealedValues: core.secrets.seal(values, valuesPlace(workspaceId, id)),
      isQueued: !suppressed.has(emailHash),
    })),
    // None of them is a lead's: that somebody asked for a receipt says nothing about what they are sent otherwise.
    deliveries: rows.map(({ id, email, emailHash }) => {
      const why = suppressed.get(emailHash) ?? null;
      return {
        id,
        ...of,
        leadId: id,
        email,
        attempts: 0,
        dueAt: now,
        state: why === null ? ("queued" as const) : ("skipped" as const),
        ...reasonColumns(why),
      };
    }),
    attachments: (input.attachments ?? []).map((attachment, position) => ({
      ...of,
      position,
      ...attachment,
    })),
    links: part.trackClicks ? await countedLinks(core, { ...of, html, custom: making.names }) : [],
  };
}

/** What the tracking of the workspace allows of what was asked for. */
async function newPart(
  core: Core,
  { scope, input, request, account }: CallMaking,
  { now, total, queued }: { now: number; total: number; queued: number },
): Promise<NewCall["part"]> {
  const counted = await createTrackingService(core).forSend(scope, input);
  const id = core.newId();
  return {
    id,
    ...onlyPart,
    mailKind: input.kind,
    workspaceId: scope.workspaceId,
    // No campaign of that id is there, and so none is made of it.
    planId: id,
    ...senderColumnsOf(account),
    subject: input.subject,
    pausedBy: null,
    pausedReason: null,
    ...(queued === 0 ? { state: "finished", finishedAt: now } : { state: "running", finishedAt: null }),
    trackOpens: counted.opens,
    trackClicks: counted.clicks,
    track: counted.track,
    requestKey: request.key,
    requestDigest: request.digest,
    total,
    accepted: queued,
    createdAt: now,
    rowMove: null,
    rowMoveAt: null,
  };
}
