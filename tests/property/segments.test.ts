import { expect, setDefaultTimeout, test } from "bun:test";
import { and, asc, eq } from "drizzle-orm";
import fc from "fast-check";
import { consents } from "../../contract/leads/consent.ts";
import type { FieldValue, StoredFields } from "../../contract/leads/customFields.ts";
import { type LeadFacts, matches } from "../../contract/segments/matches.ts";
import { type Question, question as questionSchema } from "../../contract/segments/question.ts";
import type { Builder, Database } from "../../db/database.ts";
import { frequentMails } from "../../db/segments/frequentMails.ts";
import { questionSql } from "../../db/segments/questionSql.ts";
import { eachDatabase, emptyBeforeEach } from "../support/db/databases.ts";
import {
  born,
  someAddress,
  someChoice,
  someCondition,
  someDay,
  someNumber,
  someQuestion,
  someText,
  tier,
  town,
  vip,
  visits,
  world,
} from "../support/segments/randomQuestions.ts";

// Only so that a busy machine fails no test; nothing here measures time.
setDefaultTimeout(300_000);

const dayMs = 86_400_000;
/** Instants around each moment: days away, and a millisecond on both sides of midnights. */
const someInstant = fc
  .record({
    now: fc.constantFrom(...world.moments),
    days: fc.integer({ min: -9, max: 2 }),
    hours: fc.constantFrom(0, 1, -1, 5, -10, -14),
    by: fc.constantFrom(0, -1, 1, 1_000_000),
  })
  .map(({ now, days, hours, by }) => Math.floor(now / dayMs) * dayMs + days * dayMs + hours * 3_600_000 + by);

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const someFields = fc
  .record({
    [town.id]: maybe(someText.filter((text) => text.trim() === text)),
    [visits.id]: maybe(someNumber),
    [born.id]: maybe(someDay),
    [vip.id]: maybe(fc.boolean()),
    [tier.id]: maybe(someChoice),
  })
  .map((values): StoredFields => {
    const given: [string, FieldValue | undefined][] = Object.entries(values);
    const there = given.filter((entry): entry is [string, FieldValue] => entry[1] !== undefined);
    return there.length === 0 ? null : Object.fromEntries(there);
  });

const someMail = fc.record({
  sentAt: fc.option(someInstant),
  openedAt: fc.option(someInstant),
  clickedAt: fc.option(someInstant),
  repliedAt: fc.option(someInstant),
});
const someStanding = fc.constantFrom(
  { optedOut: false, source: null, returned: null },
  { optedOut: false, source: null, returned: "for now" as const },
  { optedOut: false, source: null, returned: "for good" as const },
  { optedOut: true, source: null, returned: null },
  { optedOut: true, source: "owner" as const, returned: "for good" as const },
  { optedOut: true, source: "recipient" as const, returned: null },
);
const someLead = fc.record({
  firstName: someText,
  lastName: fc.oneof(fc.constant(""), someText),
  email: someAddress,
  phone: fc.constantFrom("", "+43 1 55", "5"),
  standing: someStanding,
  consent: fc.constantFrom(...consents),
  createdAt: someInstant,
  mailsSent: fc.nat(3),
  mailsOpened: fc.nat(2),
  fields: someFields,
  collections: fc.subarray([...world.collections]),
  mails: fc.record({ m1: fc.option(someMail), m2: fc.option(someMail) }),
});
type RandomLead = typeof someLead extends fc.Arbitrary<infer T> ? T : never;

const someMoment = fc.record({
  now: fc.constantFrom(...world.moments),
  zone: fc.constantFrom(...world.zones),
});

eachDatabase("a question about leads", (open) => {
  const database = emptyBeforeEach(open);

  test("finds in the database whom it means, whatever is asked and whatever they are", async () => {
    let runs = 0;
    const seen = new Map<boolean, number>();
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(someLead, { minLength: 6, maxLength: 12, selector: ({ email }) => email }),
        fc.array(fc.oneof(someQuestion, someCondition.map(alone)), { minLength: 60, maxLength: 60 }),
        someMoment,
        async (leads, questions, moment) => {
          runs += 1;
          const workspaceId = `workspace ${runs}`;
          const facts = await stored(database(), workspaceId, leads);
          // Members of a collection of many leads are looked for the other way round.
          const collections = world.collections.slice(0, runs % 3);
          for (const question of questions) {
            const asking = { fields: world.fields, moment };
            // What happened to many mails too: in every second run each lead is asked.
            const mails = await frequentMails(
              database(),
              { workspaceId, questions: [question], moment },
              runs % 2 === 0 ? 0 : undefined,
            );
            const large = new Set([...collections, ...mails]);
            const wanted = facts.filter((lead) => matches(question, lead, asking)).map(({ id }) => id);
            expect({
              question,
              moment,
              found: await found(database(), { workspaceId, question, ...asking, large }),
            }).toEqual({ question, moment, found: wanted });
            const isSplit = wanted.length > 0 && wanted.length < facts.length;
            seen.set(isSplit, (seen.get(isSplit) ?? 0) + 1);
          }
        },
      ),
      { numRuns: 14 },
    );
    // Questions that find everybody or nobody would show little.
    expect(seen.get(true) ?? 0).toBeGreaterThan((runs * 60) / 3);
  });
});

test("every random question is one that a call may ask", () => {
  fc.assert(
    fc.property(someQuestion, (question) => {
      expect(questionSchema.safeParse(question).error?.issues ?? []).toEqual([]);
    }),
  );
});

function alone(condition: Question["of"][number]): Question {
  return { match: "all", of: [condition] };
}

type Found = Parameters<typeof questionSql>[1];

async function found(database: Database, asked: Found): Promise<string[]> {
  const { leads } = database.tables;
  const rows = await database.read
    .select({ id: leads.id })
    .from(leads)
    .where(and(eq(leads.workspaceId, asked.workspaceId), questionSql(database, asked)))
    .orderBy(asc(leads.id));
  return rows.map(({ id }) => id);
}

/** Writes the leads with all that belongs to them, and answers what a question may ask of each; a stranger has the same. */
async function stored(
  database: Database,
  workspaceId: string,
  leads: readonly RandomLead[],
): Promise<(LeadFacts & { id: string })[]> {
  const facts = leads.map((lead, index) => factsOf(`${workspaceId} lead ${index + 10}`, lead));
  await write(database, { workspaceId, leads, facts });
  await write(database, {
    workspaceId: `stranger of ${workspaceId}`,
    leads: leads.slice(0, 2),
    facts: facts.slice(0, 2).map((lead) => ({ ...lead, id: `stranger ${lead.id}` })),
  });
  return facts;
}

function factsOf(id: string, { standing, mails, ...lead }: RandomLead): LeadFacts & { id: string } {
  const mailFacts = Object.entries(mails).flatMap(([campaignId, mail]) =>
    mail === null ? [] : [{ campaignId, ...mail }],
  );
  const { optedOut, source, returned } = standing;
  return {
    id,
    ...lead,
    optedOut,
    suppressed: source === "recipient",
    mails: mailFacts,
    bounced: returned === "for good",
  };
}

type World = {
  workspaceId: string;
  leads: readonly RandomLead[];
  facts: readonly (LeadFacts & { id: string })[];
};

const hashOf = (id: string) => `hash of ${id}`;

function listsOf({ workspaceId, leads, facts }: World) {
  return {
    suppressions: leads.flatMap(({ standing: { source } }, index) =>
      source === null
        ? []
        : [{ workspaceId, emailHash: hashOf(facts[index]?.id ?? ""), source, createdAt: 1 }],
    ),
    returned: leads.flatMap(({ standing: { returned } }, index) =>
      returned === null
        ? []
        : [
            {
              workspaceId,
              emailHash: hashOf(facts[index]?.id ?? ""),
              count: 1,
              at: 1,
              words: "",
              forGoodAt: returned === "for good" ? 1 : null,
            },
          ],
    ),
    replies: facts.flatMap(({ id, mails }, index) =>
      mails.flatMap(({ campaignId, repliedAt }) =>
        repliedAt === null
          ? []
          : [
              {
                deliveryId: `${id} ${campaignId}`,
                kind: "replied" as const,
                workspaceId,
                leadId: id,
                campaignId: partId(workspaceId, { planId: campaignId, part: index % 2 }),
                at: repliedAt,
              },
            ],
      ),
    ),
    memberships: facts.flatMap(({ id, collections }) =>
      collections.map((collectionId) => ({ workspaceId, collectionId, leadId: id })),
    ),
    campaigns: partsOf(workspaceId),
    deliveries: facts.flatMap(({ id, email, mails }, index) =>
      mails.map(({ repliedAt: _, ...mail }) => ({
        id: `${id} ${mail.campaignId}`,
        workspaceId,
        leadId: id,
        email,
        state: "sent" as const,
        attempts: 1,
        dueAt: 1,
        ...mail,
        campaignId: partId(workspaceId, { planId: mail.campaignId, part: index % 2 }),
      })),
    ),
  };
}

/** Each campaign has two parts; which of them sent a mail is all the same. A stranger's have the same campaign's id. */
function partsOf(workspaceId: string) {
  return world.campaigns.flatMap((planId) =>
    [0, 1].map((part) => ({
      id: partId(workspaceId, { planId, part }),
      requestKey: `${planId} ${part}`,
      planId,
      workspaceId,
      credentialId: "a",
      provider: "sandbox" as const,
      fromAlias: "",
      fromEmail: "",
      subject: "",
      state: "finished" as const,
      trackOpens: true,
      total: 1,
      createdAt: 1,
    })),
  );
}

async function write({ tables, atomically }: Database, written: World): Promise<void> {
  const { workspaceId, facts } = written;
  const lists = listsOf(written);
  await atomically((write) => ({
    leads: write.insert(tables.leads).values(
      facts.map(({ id, firstName, lastName, email, phone, createdAt, fields, consent, ...lead }) => ({
        id,
        workspaceId,
        firstName,
        lastName,
        email,
        phone,
        createdAt,
        fields,
        consent,
        searchText: "",
        emailHash: hashOf(id),
        optout: lead.optedOut,
        updatedAt: 1,
        emailCount: lead.mailsSent,
        openedCount: lead.mailsOpened,
      })),
    ),
    campaigns: write.insert(tables.campaigns).values(lists.campaigns),
    suppressions: lists.suppressions.map((row) => write.insert(tables.suppressions).values(row)),
    returned: lists.returned.map((row) => write.insert(tables.bouncedAddresses).values(row)),
    replies: lists.replies.map((row) => write.insert(tables.mailResponses).values(row)),
    memberships: lists.memberships.map((row) => write.insert(tables.memberships).values(row)),
    deliveries: lists.deliveries.map((row) => write.insert(tables.deliveries).values(row)),
    ...counting(write, tables, lists.deliveries),
  }));
}

/** As mails are that were sent: each is noted and then counted for its lead, of which every other one still waits. */
function counting(
  write: Builder,
  { uncountedMails }: Database["tables"],
  mails: readonly { id: string; leadId: string; workspaceId: string }[],
) {
  const counted = mails.filter((_, nth) => nth % 2 === 0);
  return {
    noted: mails.map(({ id: deliveryId, leadId, workspaceId }) =>
      write.insert(uncountedMails).values({ deliveryId, leadId, workspaceId }),
    ),
    counted: counted.map(({ id }) => write.delete(uncountedMails).where(eq(uncountedMails.deliveryId, id))),
  };
}

function partId(workspaceId: string, { planId, part }: { planId: string; part: number }): string {
  return `${workspaceId} ${planId} part ${part}`;
}
