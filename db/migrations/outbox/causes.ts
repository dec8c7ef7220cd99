/** How a cause names the row before and after, which each database does in its own way. */
export type Rows = { before: string; after: string };

/** A change of a row that programs elsewhere may want to be told of. */
export type Cause = {
  type: string;
  /** The columns that have to be written for it; none for a new row. */
  of: readonly string[];
  when(rows: Rows): string;
  /** Whose order the event has. */
  subject(after: string): string;
  /** What is kept of the row; null where it is asked for when the event is told. */
  row: readonly string[] | null;
};

/** By table; `key` finds a row again, `json` are columns that hold JSON. */
export type CausesOf = { table: string; key: readonly string[]; json: readonly string[]; causes: readonly Cause[] };

const leadColumns = [
  ...["id", "firstName", "lastName", "email", "phone", "optout", "emailCount", "openedCount", "createdAt"],
  ...["fields", "consent", "consentAt", "consentHow"],
];
const toldOfLead = ["firstName", "lastName", "email", "phone", "fields", "consent"];
const deliveryColumns = [
  ...["id", "campaignId", "leadId", "email", "state", "reasonCode", "reasonParams", "reply", "attempts"],
  ...["dueAt", "sentAt", "openedAt", "clickedAt"],
];

const own = (column: string) => (after: string) => `${after}."${column}"`;
const differs = ({ before, after }: Rows, columns: readonly string[]) =>
  `(${columns.map((column) => `${before}."${column}" IS DISTINCT FROM ${after}."${column}"`).join(" OR ")})`;
const marked = ({ before, after }: Rows, column: string) =>
  `(${before}."${column}" IS NULL AND ${after}."${column}" IS NOT NULL)`;
/** A condition of both databases: a boolean is 1 or 0 in one of them, and in the other no number. */
const isTrue = (value: string) => `(CASE WHEN ${value} THEN 1 ELSE 0 END = 1)`;
const isFalse = (value: string) => `(CASE WHEN ${value} THEN 1 ELSE 0 END = 0)`;

const hasPart = (planId: string, where: string) =>
  `EXISTS (SELECT 1 FROM "campaigns" AS part WHERE part."planId" = ${planId} AND ${where})`;
const isHeldUp = `part."state" = 'paused' AND part."pausedBy" IS DISTINCT FROM 'test'`;
/** No part of a campaign goes on or may do so, and no lead of a sequence is still on its way. */
const isOver = (planId: string) =>
  `NOT ${hasPart(planId, `part."state" IN ('preparing', 'running', 'paused')`)}
    AND EXISTS (SELECT 1 FROM "campaignPlans" AS plan
      WHERE plan."id" = ${planId} AND plan."state" = 'started' AND plan."pausedBy" IS NULL)
    AND NOT EXISTS (SELECT 1 FROM "enrolments" AS open
      WHERE open."planId" = ${planId} AND open."endedAt" IS NULL)`;

/** Every cause there is. What a campaign as a whole does follows from its parts, as `planStateOf` says it. */
export const causes: readonly CausesOf[] = [
  {
    table: "leads",
    key: ["id"],
    json: ["fields"],
    causes: [
      { type: "lead.created", of: [], when: () => "1 = 1", subject: own("id"), row: leadColumns },
      {
        type: "lead.updated",
        of: [...toldOfLead, "optout"],
        when: (rows) =>
          `(${differs(rows, toldOfLead)} OR
          (${isTrue(`${rows.before}."optout"`)} AND ${isFalse(`${rows.after}."optout"`)}))`,
        ...{ subject: own("id"), row: leadColumns },
      },
      {
        type: "lead.opted_out",
        of: ["optout"],
        when: ({ before, after }) => `${isFalse(`${before}."optout"`)} AND ${isTrue(`${after}."optout"`)}`,
        ...{ subject: own("id"), row: leadColumns },
      },
    ],
  },
  {
    table: "deliveries",
    key: ["id"],
    json: ["reasonParams"],
    causes: [
      ...["sent", "failed", "uncertain"].map((state) => ({
        type: `delivery.${state}`,
        of: ["state"],
        when: (rows: Rows) => `${rows.after}."state" = '${state}' AND ${differs(rows, ["state"])}`,
        ...{ subject: own("id"), row: deliveryColumns },
      })),
      ...["opened", "clicked"].map((mark) => ({
        type: `delivery.${mark}`,
        of: [`${mark}At`],
        when: (rows: Rows) => marked(rows, `${mark}At`),
        ...{ subject: own("id"), row: deliveryColumns },
      })),
    ],
  },
  {
    table: "campaigns",
    key: ["id"],
    json: [],
    causes: [
      {
        type: "campaign.paused",
        of: ["state"],
        // With the last part that was running, the campaign as a whole has come to a stop.
        when: ({ before, after }) => `${before}."state" = 'running' AND ${after}."state" = 'paused'
          AND ${after}."pausedBy" IS DISTINCT FROM 'test'
          AND NOT ${hasPart(`${after}."planId"`, `part."state" = 'running'`)}`,
        ...{ subject: own("planId"), row: null },
      },
      {
        type: "campaign.finished",
        of: ["state"],
        when: ({ before, after }) => `${after}."state" = 'finished' AND ${before}."state" <> 'finished'
          AND ${isOver(`${after}."planId"`)}`,
        ...{ subject: own("planId"), row: null },
      },
    ],
  },
  {
    table: "campaignPlans",
    key: ["id"],
    json: [],
    causes: [
      {
        type: "campaign.started",
        of: ["state"],
        when: ({ before, after }) => `${after}."state" = 'started' AND ${before}."state" <> 'started'`,
        ...{ subject: own("id"), row: null },
      },
      {
        type: "campaign.paused",
        of: ["pausedBy"],
        // Where parts run they are paused too, and tell it; where they were paused before, it has been told.
        when: (rows) => `${marked(rows, "pausedBy")}
          AND NOT ${hasPart(`${rows.after}."id"`, `(part."state" = 'running' OR (${isHeldUp}))`)}`,
        ...{ subject: own("id"), row: null },
      },
      {
        type: "campaign.finished",
        of: ["state"],
        when: ({ before, after }) => `${after}."state" = 'cancelled' AND ${before}."state" <> 'cancelled'`,
        ...{ subject: own("id"), row: null },
      },
    ],
  },
  {
    table: "enrolments",
    key: ["planId", "leadId"],
    json: [],
    causes: [
      {
        type: "campaign.finished",
        of: ["endedAt"],
        // Whoever cancels ends the enrolments too, and the campaign tells it.
        when: (rows) => `${marked(rows, "endedAt")}
          AND ${rows.after}."endedCode" IS DISTINCT FROM 'campaign_cancelled'
          AND ${isOver(`${rows.after}."planId"`)}`,
        ...{ subject: own("planId"), row: null },
      },
    ],
  },
  {
    table: "imports",
    key: ["id"],
    json: [],
    causes: [
      {
        type: "import.finished",
        of: ["state"],
        when: ({ before, after }) =>
          `${before}."state" = 'running' AND ${after}."state" IN ('done', 'cancelled', 'failed')`,
        ...{ subject: own("id"), row: null },
      },
    ],
  },
  {
    table: "credentials",
    key: ["id"],
    json: [],
    causes: [
      {
        type: "account.stopped",
        of: ["paused", "pausedUntil"],
        // One that rests for a while goes on by itself, and has not stopped.
        when: ({ before, after }) => `${isTrue(`${after}."paused"`)} AND ${after}."pausedUntil" IS NULL
          AND NOT (${isTrue(`${before}."paused"`)} AND ${before}."pausedUntil" IS NULL)`,
        ...{ subject: own("id"), row: null },
      },
    ],
  },
];
