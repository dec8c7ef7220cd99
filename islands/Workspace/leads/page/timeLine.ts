import type { Consent } from "../../../../contract/leads/consent.ts";
import type { OptoutReason } from "../../../../contract/leads/optoutReasons.ts";
import { fillIn, withFallbacks } from "../../../../contract/mergeFields.ts";
import type { Lead } from "../../../../contract/schemas/lead.ts";
import type { LeadMail } from "../../../../contract/schemas/leadActions.ts";
import type { LeadNote } from "../../../../contract/schemas/leadNotes.ts";
import type { LeadConsent } from "../../../../contract/schemas/optouts.ts";

type OfMail = { campaignId: string; subject: string };

/** One thing that happened to a lead, or was done with it. */
export type Happening = { key: string; at: number } & (
  | ({ kind: "mail"; mail: LeadMail } & OfMail)
  | ({ kind: "opened" | "replied" | "complained" } & OfMail)
  | ({ kind: "clicked"; url: string; clicks: number } & OfMail)
  | { kind: "left"; subject: string | null; reason: OptoutReason | null; words: string | null }
  | { kind: "returned" | "ownerOut" | "added" }
  | { kind: "bounced"; returned: NonNullable<LeadConsent["returned"]> }
  | { kind: "consent"; consent: Consent; by: string | null; how: LeadConsent["how"] }
  | { kind: "note"; note: LeadNote }
);

/**
 * Everything that is known of one lead as one line, the newest first. `reachesBack` is false while earlier mails have not
 * been asked for: what lies before the earliest known one is left out then, as mails may belong between.
 */
export function timeLineOf({
  mails,
  consent,
  notes,
  createdAt,
  reachesBack,
}: {
  mails: readonly LeadMail[];
  consent: LeadConsent | undefined;
  notes: readonly LeadNote[];
  createdAt: number;
  reachesBack: boolean;
}): Happening[] {
  const all: Happening[] = [
    ...mails.flatMap(ofMail),
    ...(consent === undefined ? [] : ofConsent(consent)),
    ...notes.map((note) => ({ kind: "note" as const, key: `note ${note._id}`, at: note.at, note })),
    { kind: "added", key: "added", at: createdAt },
  ];
  const earliest = reachesBack
    ? Number.NEGATIVE_INFINITY
    : Math.min(...mails.map(({ acceptedAt }) => acceptedAt));
  return all.filter(({ at }) => at >= earliest).sort((one, other) => other.at - one.at);
}

function ofMail(mail: LeadMail): Happening[] {
  const { campaignId, subject, sentAt, acceptedAt, openedAt, clickedAt, repliedAt, complainedAt } = mail;
  const noted = { opened: openedAt, replied: repliedAt, complained: complainedAt };
  const of = { campaignId, subject };
  const followed = mail.links.flatMap(({ url, firstAt, clicks }): Happening[] =>
    firstAt === null
      ? []
      : [{ kind: "clicked", key: `${campaignId} ${url}`, at: firstAt, url, clicks, ...of }],
  );
  // Where it is known that a link was followed and no longer which.
  if (clickedAt !== null && followed.length === 0)
    followed.push({
      kind: "clicked",
      key: `${campaignId} clicked`,
      at: clickedAt,
      url: "",
      clicks: 1,
      ...of,
    });
  return [
    { kind: "mail", key: campaignId, at: sentAt ?? acceptedAt, mail, ...of },
    ...(["opened", "replied", "complained"] as const).flatMap((kind): Happening[] => {
      const at = noted[kind];
      return at === null ? [] : [{ kind, key: `${campaignId} ${kind}`, at, ...of }];
    }),
    ...followed,
  ];
}

function ofConsent({ consent, at, by, how, ownerOptoutAt, optouts, returned }: LeadConsent): Happening[] {
  return [
    ...(returned === null ? [] : [{ kind: "bounced" as const, key: "bounced", at: returned.at, returned }]),
    ...(at === null ? [] : [{ kind: "consent" as const, key: "consent", at, consent, by, how }]),
    ...(ownerOptoutAt === null ? [] : [{ kind: "ownerOut" as const, key: "ownerOut", at: ownerOptoutAt }]),
    ...optouts.flatMap(({ _id, returnedAt, ...left }): Happening[] => [
      { kind: "left", key: _id, at: left.at, subject: left.subject, reason: left.reason, words: left.words },
      ...(returnedAt === null ? [] : [{ kind: "returned" as const, key: `${_id} returned`, at: returnedAt }]),
    ]),
  ];
}

/** A mail's subject as this lead reads it today; a merge field that is none of its own as somebody without it does. */
export function subjectFor(
  { firstName, lastName, email, phone }: Pick<Lead, "firstName" | "lastName" | "email" | "phone">,
  subject: string,
): string {
  return withFallbacks(fillIn(subject, { firstName, lastName, email, phone }, { escape: "none" }));
}
