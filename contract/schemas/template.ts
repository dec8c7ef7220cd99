import { z } from "zod";
import { htmlLimits } from "../limits/html.ts";
import { textLimits } from "../limits/text.ts";
import { issueText } from "../reasons.ts";
import { filledText, id, timeMs, withId } from "./fields.ts";
import { listOrder, numberOfUrl } from "./lists.ts";

export const template = z
  .object({
    _id: z.string(),
    name: z.string(),
    /** The editor's own JSON, or null where a template is HTML only. */
    design: z.unknown(),
    html: z.string(),
    /** Counts the saves; send it back with a change so that nobody's work is overwritten unseen. */
    version: z.number().int(),
    public: z.boolean(),
    createdAt: timeMs,
    updatedAt: timeMs,
  })
  .meta({ id: "Template" });
export type Template = z.infer<typeof template>;

const templateSorts = ["createdAt", "name", "updatedAt"] as const;
export type TemplateSort = (typeof templateSorts)[number];

export const templateQuery = z.object({
  /** A part of its name. */
  search: z.string().max(textLimits.searchMax).optional(),
  sort: z.enum(templateSorts).optional(),
  ...listOrder,
});

/** A template in a list, without what makes it large. */
export const templateSummary = z
  .object({
    _id: z.string(),
    name: z.string(),
    hasHtml: z.boolean(),
    version: z.number().int(),
    public: z.boolean(),
    createdAt: timeMs,
    updatedAt: timeMs,
    /** Where this workspace keeps it; null in no folder. */
    folderId: z.string().nullable(),
    /** When this workspace last sent something with it, or it was last saved. */
    usedAt: timeMs,
  })
  .meta({ id: "TemplateSummary" });
export type TemplateSummary = z.infer<typeof templateSummary>;

/** A name under which templates are kept together. */
export const templateFolder = z
  .object({ _id: z.string(), name: z.string(), createdAt: timeMs })
  .meta({ id: "TemplateFolder" });
export type TemplateFolder = z.infer<typeof templateFolder>;

const folderName = filledText(
  textLimits.folderNameMax,
  issueText("folder_name_missing"),
  issueText("folder_name_too_long", { max: textLimits.folderNameMax }),
);
export const folderInput = z.object({ name: folderName });
/** Null takes it out of its folder. */
export const placeInput = z.object({ folderId: id.nullable() });

/** A template as it was saved at one time. */
export const templateVersion = z
  .object({ version: z.number().int(), name: z.string(), savedAt: timeMs })
  .meta({ id: "TemplateVersion" });
export type TemplateVersion = z.infer<typeof templateVersion>;

const versionNumber = numberOfUrl({ min: 1 });
export const withVersion = withId.extend({ version: versionNumber });
/** `picture` shows the mail as wide as the frame of a small picture, whatever width it has of its own. */
export const previewQuery = z.object({
  version: versionNumber.optional(),
  picture: z.literal("1", { error: issueText("template_picture_invalid") }).optional(),
});

export const publishInput = z.object({ public: z.boolean({ error: issueText("template_public_invalid") }) });

/** `deletionId` brings the template back, for ten minutes. */
export const templateDeleted = z.object({ message: z.string(), deletionId: z.string() });

const bytes = (text: string) => new TextEncoder().encode(text).length;

const name = filledText(
  textLimits.templateNameMax,
  issueText("template_name_missing"),
  issueText("template_name_too_long", { max: textLimits.templateNameMax }),
);

/**
 * Strings only: an object here could name a file or an address for the mailer to read. `nothing` is what null is told, as a
 * page sends it that has no template chosen.
 */
export const htmlOr = (nothing = issueText("html_not_text")) =>
  z
    .string({ error: ({ input }) => (input === null ? nothing : issueText("html_not_text")) })
    .refine((text) => bytes(text) <= htmlLimits.maxBytes, { error: issueText("html_too_large") })
    .meta({ description: "At most 1 MB of UTF-8" });
export const html = htmlOr();

/** What the editor needs to find of a design: rows of columns, each part of which may be left out. */
export const drawable = {
  type: "object",
  required: ["body"],
  properties: {
    body: {
      type: "object",
      required: ["rows"],
      properties: { rows: { type: "array", items: { type: "object" } } },
    },
  },
} as const;

export const design = z
  .unknown()
  .optional()
  .refine((value) => value === undefined || bytes(JSON.stringify(value)) <= htmlLimits.designMaxBytes, {
    error: issueText("design_too_large"),
  })
  .meta({ description: "The editor's own JSON, at most 1 MB of UTF-8" });

export const templateInput = z.object({ name, design, html: html.optional().default("") });

/** `version` is the one that was read; without it the change is taken as made on the newest. */
export const templateChange = z.object({
  name: name.optional(),
  design,
  html: html.optional(),
  version: z.number().int().optional(),
});

export const renderInput = z.object({
  design: design
    .refine((value) => typeof value === "object" && value !== null, { error: issueText("design_missing") })
    .meta(drawable),
  /** Said by older pages and programs, and of no use any more: a mail's title is its first heading, else its preview line. */
  name: z.string().max(textLimits.templateNameMax).optional().default(""),
});

/** What is said of a design that has the shape of one, and still cannot become a mail. */
export const undrawable = ["design_undrawable", "design_html_too_large"] as const;

export const renderAnswer = z
  .object({
    html: z.string(),
    text: z.string(),
    bytes: z.number().int(),
    /** True where Gmail would cut the mail off. */
    clipped: z.boolean(),
  })
  .meta({ id: "RenderedTemplate" });
