import { and, eq, exists, gte, inArray, lt, not, or, type SQL, sql } from "drizzle-orm";
import type { WorkspaceId } from "../../contract/identity/scope.ts";
import { daysOf, instantsOf } from "../../contract/segments/days.ts";
import type { Asking } from "../../contract/segments/matches.ts";
import {
  type Condition,
  type ConditionAbout,
  isGroup,
  isNegated,
  isThereTest,
  type Question,
  type QuestionPart,
} from "../../contract/segments/question.ts";
import { wantedAddress } from "../../contract/segments/wantedText.ts";
import type { Database } from "../database.ts";
import { jsonSqlOf } from "../json/jsonSql.ts";
import { askedOfEach } from "../notLeading.ts";
import { isBounced } from "../stores/inbound/bouncedAddresses.ts";
import { activityPasses } from "./activitySql.ts";
import { anybody, gatheredWithin, type LeadRange } from "./leadRange.ts";
import { namedPasses, textPasses, textSqlOf } from "./textSql.ts";
import { numberPasses, within } from "./valueTests.ts";

/** A question that is asked of a workspace's leads at a moment; what it names is the workspace's. */
export type AskedQuestion = Asking & {
  workspaceId: WorkspaceId;
  question: Question;
  /**
   * Collections with so many leads, and what happened to so many mails (`happenedKey`), that each lead is asked for rather than
   * all of theirs gathered.
   */
  large?: ReadonlySet<string>;
  /**
   * Of which leads alone it is asked, so that a database which gathers what it asks each lead for does so for these. It is no
   * condition by itself.
   */
  range?: LeadRange;
};

type Reading = Pick<Database, "read" | "tables">;

/**
 * The condition that the question finds a row of `leads`: true or false and never null, so that it may be negated. It does
 * not say whose leads they are. What a question means is said by `contract/segments/matches.ts`.
 */
export function questionSql(database: Reading, asked: AskedQuestion): SQL {
  return partSql(database, asked, asked.question);
}

function partSql(database: Reading, asked: AskedQuestion, part: QuestionPart): SQL {
  if (!isGroup(part)) return conditionSql(database, asked, part);
  const parts = part.of.map((each) => partSql(database, asked, each));
  const joined = (part.match === "all" ? and(...parts) : or(...parts)) ?? sql`true`;
  return part.not ? not(sql`(${joined})`) : joined;
}

function conditionSql(database: Reading, asked: AskedQuestion, condition: Condition): SQL {
  const { leads } = database.tables;
  switch (condition.about) {
    case "firstName":
    case "lastName":
    case "phone":
    case "email":
    case "domain":
      return ownTextSql(database, condition);
    case "optedOut":
      return eq(leads.optout, condition.op === "yes");
    case "suppressed":
      return condition.op === "yes" ? suppressedSql(database) : not(suppressedSql(database));
    case "bounced":
      return condition.op === "yes" ? bouncedSql(database) : not(bouncedSql(database));
    case "created": {
      const { from, until } = instantsOf(daysOf(condition, asked.moment), asked.moment.zone);
      const isBetween =
        and(
          from === null ? undefined : gte(leads.createdAt, from),
          until === null ? undefined : lt(leads.createdAt, until),
        ) ?? sql`true`;
      return condition.op === "notInLast" ? not(sql`(${isBetween})`) : isBetween;
    }
    case "mailsSent":
      return numberPasses(sql`${leads.emailCount}`, condition);
    case "mailsOpened":
      return numberPasses(sql`${leads.openedCount}`, condition);
    case "field":
      return fieldSql(database, asked, condition);
    case "collections":
      return condition.op === "in"
        ? memberSql(database, asked, condition)
        : not(sql`(${memberSql(database, asked, condition)})`);
    case "consent": {
      const isOneOf = inArray(leads.consent, condition.consents);
      return condition.op === "oneOf" ? isOneOf : not(isOneOf);
    }
    case "sent":
    case "opened":
    case "clicked":
    case "replied":
      return activityPasses(database, asked, condition);
  }
}

function ownTextSql({ tables }: Reading, condition: ConditionAbout<"phone">): SQL {
  const dialect = textSqlOf(tables);
  const { about, op } = condition;
  const column = sql`${tables.leads[about === "domain" ? "email" : about]}`;
  if (!("value" in condition)) return op === "empty" ? sql`${column} = ''` : sql`${column} <> ''`;
  const { value } = condition;
  if (about !== "email" && about !== "domain")
    return namedPasses(column, { op: condition.op, value }, dialect);
  // Addresses are small as they are stored.
  const address = about === "email" ? column : dialect.afterAt(column);
  return textPasses(address, { op: condition.op, wanted: wantedAddress(about, value) }, dialect);
}

/** Whether a lead opted out by a link of a mail itself. */
export function suppressedSql({ read, tables: { leads, suppressions } }: Reading): SQL {
  const byRecipient = read
    .select({ one: sql`1` })
    .from(suppressions)
    .where(
      and(
        eq(suppressions.workspaceId, leads.workspaceId),
        eq(suppressions.emailHash, leads.emailHash),
        eq(suppressions.source, "recipient"),
      ),
    );
  // Whoever is suppressed is opted out, and those are found by an index.
  return sql`(${eq(leads.optout, true)} and ${exists(byRecipient)})`;
}

/** Whether mails to a lead's address came back, so that it gets no more. */
export function bouncedSql({ read, tables }: Reading): SQL {
  const { leads, bouncedAddresses: addresses } = tables;
  return exists(
    read
      .select({ one: sql`1` })
      .from(addresses)
      .where(
        and(
          eq(addresses.workspaceId, leads.workspaceId),
          eq(addresses.emailHash, leads.emailHash),
          isBounced(tables),
        ),
      ),
  );
}

function memberSql(
  { read, tables }: Reading,
  { workspaceId, large, range = anybody }: AskedQuestion,
  { collections }: ConditionAbout<"collections">,
): SQL {
  const { leads, memberships } = tables;
  const members = read.select({ id: memberships.leadId }).from(memberships);
  const isMember = and(
    eq(memberships.workspaceId, workspaceId),
    inArray(memberships.collectionId, collections),
  );
  return collections.some((id) => large?.has(id))
    ? askedOfEach(
        tables,
        exists(
          members.where(
            and(
              isMember,
              eq(memberships.leadId, leads.id),
              gatheredWithin(tables, memberships.leadId, range),
            ),
          ),
        ),
      )
    : inArray(leads.id, members.where(isMember));
}

/** A value that is not there is null, and a test of null is null, which is made what `matches` says of it. */
function fieldSql(
  { tables }: Reading,
  { fields, moment }: AskedQuestion,
  condition: ConditionAbout<"field">,
): SQL {
  const json = jsonSqlOf(tables);
  const column = tables.leads.fields;
  const text = json.textAt(column, condition.field);
  if (condition.kind === "choice") return choiceSql(text, fields, condition);
  if (isThereTest(condition))
    return condition.op === "empty" ? sql`${text} is null` : sql`${text} is not null`;
  switch (condition.kind) {
    case "text": {
      const dialect = textSqlOf(tables);
      const { op, value } = condition;
      return unlessNull(namedPasses(text, { op, value }, dialect), isNegated(op));
    }
    case "number":
      return unlessNull(
        numberPasses(json.numberAt(column, condition.field), condition),
        condition.op === "ne",
      );
    case "date": {
      const isOn = unlessNull(within(text, daysOf(condition, moment)), false);
      return condition.op === "notInLast" ? not(isOn) : isOn;
    }
    case "yesNo":
      return unlessNull(json.isAt(column, condition.field, condition.op === "yes"), false);
  }
}

/** A choice that was taken from its field is no value any more. */
function choiceSql(
  text: SQL,
  fields: AskedQuestion["fields"],
  condition: Extract<ConditionAbout<"field">, { kind: "choice" }>,
): SQL {
  const choices = fields.find(({ id }) => id === condition.field)?.choices.map(({ id }) => id) ?? [];
  const isOneOf = (ids: string[]) =>
    ids.length === 0 ? sql`(1 = 0)` : unlessNull(inArray(text, ids), false);
  if (isThereTest(condition)) return condition.op === "filled" ? isOneOf(choices) : not(isOneOf(choices));
  const wanted = condition.choices.filter((id) => choices.includes(id));
  return condition.op === "oneOf" ? isOneOf(wanted) : not(isOneOf(wanted));
}

function unlessNull(passes: SQL, otherwise: boolean): SQL {
  return sql`coalesce(${passes}, ${sql.raw(String(otherwise))})`;
}
