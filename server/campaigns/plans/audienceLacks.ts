import { blankFields } from "../../../contract/imports/blankFields.ts";
import type { FieldDefinition } from "../../../contract/leads/customFields.ts";
import { campaignLimits } from "../../../contract/limits/campaigns.ts";
import { textLimits } from "../../../contract/limits/text.ts";
import { customNames } from "../../../contract/mergeFields.ts";
import type { PlanContent } from "../../../contract/schemas/campaignPlan.ts";
import type { Condition } from "../../../contract/segments/question.ts";
import {
  type AlikeLeads,
  createAudienceLackStore,
} from "../../../db/stores/campaigns/plans/audienceLacks.ts";
import type { PlanMailRow } from "../../../db/stores/campaigns/plans/planRows.ts";
import type { Core } from "../../core/core.ts";
import { yieldToOthers } from "../../core/yieldToOthers.ts";
import { type ZoneField, zoneFieldIn, zoneFieldOf, zoneSaid, zoneText } from "./leadZones.ts";
import type { LookedAtAudience } from "./planAudience.ts";

/** What the leads of an audience lack for a campaign's mails, and which time zones they have. */
export type AudienceLacks = {
  /** For each merge field without a fallback: for how many leads it would stay blank. */
  missing: Map<string, number>;
  /** How many leads are in each time zone, if mails go out by the lead's own. */
  zones: Map<string, number>;
  /** How many leads have a value that is no time zone, and the most common such value. */
  noZone: { leads: number; example: string };
  /** For how many leads the field is set already that ends a sequence. */
  ended: number;
};

type Asked = {
  content: PlanContent;
  mails: readonly PlanMailRow[];
  definitions: readonly FieldDefinition[];
};

/** Counts what an audience lacks, a slice of leads at a time. Reads no lead if the campaign needs nothing of them. */
export function createAudienceLacks(
  { database }: Pick<Core, "database">,
  { leadsAtOnce = campaignLimits.audienceSlice }: { leadsAtOnce?: number } = {},
) {
  const { alike } = createAudienceLackStore(database, { leadsAtOnce });

  return async (looked: LookedAtAudience, { content, mails, definitions }: Asked): Promise<AudienceLacks> => {
    const zoneField = zoneFieldOf(zoneFieldIn(content), definitions);
    const blanks = blanksOf(mails, definitions);
    const ends = endsIn(content, definitions);
    const counts = [...blanks, ...ends].map(() => 0);
    const said = new Map<string, number>();
    if (zoneField !== null || counts.length > 0) {
      const conditions = [...blanks.map(({ condition }) => condition), ...ends];
      const asked = { valuesOf: zoneField?.id ?? null, conditions, fields: definitions };
      for await (const rows of alike(looked.asked, asked)) {
        for (const row of rows) {
          for (const [at, count] of row.counts.entries()) counts[at] = (counts[at] ?? 0) + count;
          if (zoneField !== null) countValue(said, { row, zoneField });
        }
        await yieldToOthers();
      }
    }
    return {
      missing: new Map(
        blanks.flatMap(({ field }, at): [string, number][] => (counts[at] ? [[field, counts[at]]] : [])),
      ),
      ended: counts[blanks.length] ?? 0,
      ...(zoneField === null ? { zones: new Map(), noZone: nobody } : toldApart(said, zoneField)),
    };
  };
}

const ownNames = ["firstName", "lastName", "email", "phone"] as const;
const nobody = { leads: 0, example: "" };

/** The fields that mails name without saying what stands there instead, and when a lead has nothing for one. */
function blanksOf(
  mails: readonly PlanMailRow[],
  definitions: readonly FieldDefinition[],
): { field: string; condition: Condition }[] {
  const custom = customNames(definitions);
  const named = mails.flatMap(({ subject, preview, html }) =>
    blankFields(`${subject}\n${preview}\n${html}`, {}, custom),
  );
  return [...new Set(named)].flatMap((field) => {
    const about = ownNames.find((one) => one === field);
    if (about !== undefined) return [{ field, condition: { about, op: "empty" } }];
    const own = definitions.find(({ key }) => key === field);
    return own === undefined ? [] : [{ field, condition: fieldIs(own, "empty") }];
  });
}

function fieldIs({ id: field, kind }: FieldDefinition, op: "empty" | "filled" | "yes"): Condition {
  return { about: "field", kind, field, op } as Condition;
}

/** When a lead has what ends a sequence of several mails, as `nextMove.ts` sees it: none where no field does. */
function endsIn({ kind, stop, steps }: PlanContent, definitions: readonly FieldDefinition[]): Condition[] {
  const own = definitions.find(({ id }) => id === stop.onField);
  if (own === undefined || kind !== "sequence" || steps.length < 2) return [];
  return [fieldIs(own, own.kind === "yesNo" ? "yes" : "filled")];
}

function countValue(
  said: Map<string, number>,
  { row, zoneField }: { row: AlikeLeads; zoneField: ZoneField },
): void {
  const text = zoneText(row.value, zoneField);
  if (text !== "") said.set(text, (said.get(text) ?? 0) + row.leads);
}

/** Which of what is said are zones. Asking that costs far more than counting, and leads live in few. */
function toldApart(
  said: ReadonlyMap<string, number>,
  zoneField: ZoneField,
): Pick<AudienceLacks, "zones" | "noZone"> {
  const zones = new Map<string, number>();
  let leads = 0;
  let most = ["", 0] as readonly [string, number];
  for (const [text, count] of said) {
    const zone = zoneSaid(text, zoneField);
    if (zone !== null) zones.set(zone, (zones.get(zone) ?? 0) + count);
    else {
      leads += count;
      if (count > most[1] || (count === most[1] && text < most[0])) most = [text, count];
    }
  }
  return { zones, noZone: { leads, example: most[0].slice(0, textLimits.idMax) } };
}
