import type { Consent } from "../leads/consent.ts";
import type { FieldDefinition, FieldValue, StoredFields } from "../leads/customFields.ts";
import { type Spellings, spellingsIn } from "../spelledOut.ts";
import { addDays, type Days, dayAt, dayStart, daysOf, fromLeast, instantsOf, type Moment } from "./days.ts";
import { foldedLetters } from "./foldedLetters.ts";
import {
  type Condition,
  type ConditionAbout,
  isGroup,
  isNegated,
  isThereTest,
  type QuestionPart,
  type textOps,
} from "./question.ts";
import { domainOf, wantedAddress, wantedNames } from "./wantedText.ts";

/** A mail to a lead that was taken by its server. */
type MailFacts = {
  /** The whole campaign's, whichever part of it sent the mail. */
  campaignId: string;
  sentAt: number | null;
  /** By people; what machines do counts for nothing here. */
  openedAt: number | null;
  clickedAt: number | null;
  repliedAt: number | null;
};

/** All that a question can ask of one lead. */
export type LeadFacts = {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  optedOut: boolean;
  /** They unsubscribed by the link in a mail. */
  suppressed: boolean;
  /** Mails to the address came back, so that it gets no more. */
  bounced: boolean;
  /** To being counted. */
  consent: Consent;
  createdAt: number;
  mailsSent: number;
  mailsOpened: number;
  fields: StoredFields;
  /** Ids. */
  collections: readonly string[];
  mails: readonly MailFacts[];
};

export type Asking = { fields: readonly FieldDefinition[]; moment: Moment };

/**
 * Whether a question finds a lead. This is what a question means; the database's way to answer it
 * (`db/segments/`) is held against it.
 */
export function matches(part: QuestionPart, lead: LeadFacts, asking: Asking): boolean {
  if (!isGroup(part)) return holds(part, lead, asking);
  const hold = (each: QuestionPart) => matches(each, lead, asking);
  return (part.match === "all" ? part.of.every(hold) : part.of.some(hold)) !== (part.not ?? false);
}

function holds(condition: Condition, lead: LeadFacts, { fields, moment }: Asking): boolean {
  switch (condition.about) {
    case "firstName":
    case "lastName":
    case "phone":
      return namedHolds(condition, lead[condition.about]);
    case "email":
    case "domain":
      return addressHolds(condition, lead.email);
    case "optedOut":
    case "suppressed":
    case "bounced":
      return lead[condition.about] === (condition.op === "yes");
    case "created": {
      const { from, until } = instantsOf(daysOf(condition, moment), moment.zone);
      const isWithin =
        (from === null || lead.createdAt >= from) && (until === null || lead.createdAt < until);
      return isWithin !== (condition.op === "notInLast");
    }
    case "mailsSent":
    case "mailsOpened":
      return numberHolds(condition, lead[condition.about]);
    case "field":
      return fieldHolds(condition, storedValue(lead, condition.field, fields), moment);
    case "collections": {
      const isIn = condition.collections.some((id) => lead.collections.includes(id));
      return isIn === (condition.op === "in");
    }
    case "consent":
      return condition.consents.includes(lead.consent) === (condition.op === "oneOf");
    case "sent":
    case "opened":
    case "clicked":
    case "replied":
      return activityHolds(condition, lead, moment);
  }
}

/** A choice that there is no more is no value. */
function storedValue(
  lead: LeadFacts,
  id: string,
  fields: readonly FieldDefinition[],
): FieldValue | undefined {
  const value = lead.fields?.[id];
  const field = fields.find((each) => each.id === id);
  if (field?.kind === "choice" && !field.choices.some((choice) => choice.id === value)) return undefined;
  return value;
}

type TextTest = ConditionAbout<"phone"> | Extract<ConditionAbout<"field">, { kind: "text" }>;

/**
 * A name or another text that people write: without its case and accents. Who looks for "Mueller" finds "Müller", too, as
 * searches do; a test that is negated holds if neither spelling is what was asked for.
 */
function namedHolds(test: TextTest, stored: string): boolean {
  if (isThereTest(test)) return isThere(test, stored);
  const written = (pairs: Spellings) => pairs.reduce((text, [from, to]) => text.replaceAll(from, to), stored);
  const hold = wantedNames(test.value).flatMap(({ wanted, parted }) =>
    [parted, [...parted, ...spellingsIn(wanted)]].map((pairs) =>
      passes(test.op, { text: foldedLetters(written(pairs)), wanted }),
    ),
  );
  return isNegated(test.op) ? hold.every(Boolean) : hold.some(Boolean);
}

function addressHolds(test: ConditionAbout<"email">, email: string): boolean {
  const text = test.about === "domain" ? domainOf(email) : email;
  if (isThereTest(test)) return isThere(test, text);
  return passes(test.op, { text, wanted: wantedAddress(test.about, test.value) });
}

function isThere({ op }: { op: "empty" | "filled" }, text: string): boolean {
  return (text === "") === (op === "empty");
}

function passes(op: (typeof textOps)[number], { text, wanted }: { text: string; wanted: string }): boolean {
  switch (op) {
    case "is":
      return text === wanted;
    case "isNot":
      return text !== wanted;
    case "contains":
      return text.includes(wanted);
    case "containsNot":
      return !text.includes(wanted);
    case "begins":
      return text.startsWith(wanted);
    case "ends":
      return text.endsWith(wanted);
  }
}

function numberHolds(
  test: { op: string; value: number } | { op: "between"; from: number; to: number },
  number: number,
): boolean {
  if (!("value" in test)) {
    const { from, to } = fromLeast(test);
    return number >= from && number <= to;
  }
  switch (test.op) {
    case "eq":
      return number === test.value;
    case "ne":
      return number !== test.value;
    case "lt":
      return number < test.value;
    case "le":
      return number <= test.value;
    case "gt":
      return number > test.value;
    default:
      return number >= test.value;
  }
}

function fieldHolds(
  condition: ConditionAbout<"field">,
  value: FieldValue | undefined,
  moment: Moment,
): boolean {
  if (isThereTest(condition)) return (value === undefined) === (condition.op === "empty");
  switch (condition.kind) {
    case "text":
      if (value === undefined) return isNegated(condition.op);
      return namedHolds(condition, String(value));
    case "number":
      return value === undefined ? condition.op === "ne" : numberHolds(condition, Number(value));
    case "date": {
      const isOn = value !== undefined && isWithin(String(value), daysOf(condition, moment));
      return isOn !== (condition.op === "notInLast");
    }
    case "yesNo":
      return value === (condition.op === "yes");
    case "choice": {
      const isOne = value !== undefined && condition.choices.includes(String(value));
      return isOne === (condition.op === "oneOf");
    }
  }
}

function isWithin(day: string, { from, to }: Days): boolean {
  return (from === null || day >= from) && (to === null || day <= to);
}

const moments = { sent: "sentAt", opened: "openedAt", clicked: "clickedAt", replied: "repliedAt" } as const;

function activityHolds(condition: ConditionAbout<"sent">, lead: LeadFacts, { now, zone }: Moment): boolean {
  const { about, campaign } = condition;
  const times = lead.mails
    .filter((mail) => campaign === undefined || mail.campaignId === campaign)
    .flatMap((mail) => mail[moments[about]] ?? []);
  const isCounted = campaign === undefined && (about === "sent" || about === "opened");
  const hasEver = isCounted ? countOf(about, lead) > 0 : times.length > 0;
  if (!("days" in condition)) return hasEver === (condition.op === "ever");
  const since = dayStart(addDays(dayAt(now, zone), -condition.days), zone);
  const hasLately = times.some((time) => time >= since);
  if (condition.op === "inLast") return hasLately;
  return condition.op === "notInLast" ? !hasLately : hasEver && !hasLately;
}

/** What the lead itself says; it has no number of clicks, or of replies. */
function countOf(about: "sent" | "opened", lead: LeadFacts): number {
  return about === "sent" ? lead.mailsSent : lead.mailsOpened;
}
