import { z } from "zod";
import { joinedAccents } from "../joinedAccents.ts";
import { plainCollectionName } from "../leads/plainCollectionName.ts";
import { pageLimits } from "../limits/http.ts";
import { leadLimits } from "../limits/leads.ts";
import { textLimits } from "../limits/text.ts";
import { issueText } from "../reasons.ts";
import { question } from "../segments/question.ts";
import { zoneName } from "./campaignPlan.ts";
import { id, notBlank } from "./fields.ts";
import { lead } from "./lead.ts";
import { chosenFields, cursorPage, cursorPaging, numberOfUrl, pageSize } from "./lists.ts";

export const leadSortKeys = [
  "firstName",
  "lastName",
  "email",
  "phone",
  "optout",
  "createdAt",
  "emailCount",
  "openedCount",
] as const;
export type LeadSortKey = (typeof leadSortKeys)[number];

/** Opted out in any way; suppressed are those who unsubscribed by the link in a mail, which only they can undo. */
const leadFilters = ["optedOut", "suppressed", "neverSent", "opened", "clicked"] as const;
export type LeadFilter = (typeof leadFilters)[number];

const joined = (max: number) =>
  z
    .string()
    .max(max)
    .overwrite((text) => joinedAccents(text, max));

/** A collection by its name, or "all", which is everybody. A blank one is refused: a program may have left it empty. */
export const meantCollection = joined(textLimits.collectionNameMax)
  .refine((name) => plainCollectionName(name) !== "", { error: issueText("collection_name_missing") })
  .meta(notBlank);

const matching = {
  /** Words that are each somewhere in a name, the e-mail or the phone. */
  search: joined(textLimits.searchMax).optional(),
  collection: meantCollection.optional(),
  filter: z
    .enum(leadFilters, { error: issueText("lead_filter_unknown", { choices: leadFilters }) })
    .optional(),
  /** Those that a segment finds. */
  segmentId: id.optional(),
  /** Where the days of a segment or a question begin; UTC where nothing is said. */
  zone: zoneName.optional(),
};

/** Which leads are meant, by what they have in common; with nothing said all of them. */
export const leadMatching = z.strictObject({
  ...matching,
  /** Those that a question finds which is no segment, or not yet; with a segment those that both find. */
  question: question.optional(),
  /** All but these: somebody picked everything and then left a few out. */
  except: z.array(id).max(leadLimits.exceptMax).optional(),
});
export type LeadMatching = z.infer<typeof leadMatching>;

const paging = {
  sort: z.enum(leadSortKeys, { error: issueText("lead_sort_unknown", { choices: leadSortKeys }) }).optional(),
  order: z.enum(["asc", "desc"], { error: issueText("lead_order_unknown") }).optional(),
  page: numberOfUrl({ min: 1, max: 1_000_000 }).optional(),
  pageSize: pageSize.optional(),
};

/** With any of these keys the answer is one page, by cursor where there is a limit or a cursor; with none it is the whole list. */
export const leadQuery = z.object({
  ...matching,
  ...paging,
  ...cursorPaging,
  fields: chosenFields(lead.keyof().options),
});
export type LeadQuery = z.infer<typeof leadQuery>;

/** The same in a body, where there is room for a question. */
export const leadFind = z.object({
  ...matching,
  ...paging,
  question: question.optional(),
  page: z.number().int().min(1).max(1_000_000).optional(),
  pageSize: z.number().int().min(1).max(pageLimits.sizeMax).optional(),
});

export const leadPage = z
  .object({
    items: z.array(lead),
    total: z.number().int(),
    page: z.number().int(),
    pageSize: z.number().int(),
  })
  .meta({ id: "LeadPage" });

/** A lead with the fields that were asked for; our own programs, which know what they asked, have it as a lead. */
const leadPart = lead.partial().meta({ id: "LeadPart" }) as unknown as typeof lead;
export const leadPartPage = leadPage.extend({ items: z.array(leadPart) }).meta({ id: "LeadPartPage" });
export const leadCursorPage = cursorPage(leadPart, "LeadCursorPage");
