import { z } from "zod";
import { designLimits } from "../limits/design.ts";
import { issueText } from "../reasons.ts";
import { filledPattern, plainText, timeMs } from "./fields.ts";

/** A picture for mails. Anybody who has its address can see it, as whoever gets the mail must. */
export const image = z
  .object({
    _id: z.string(),
    name: z.string(),
    /** What it shows, in words, as it was last said of it; "" when nobody has. */
    alt: z.string(),
    /** Absolute where the installation knows its own address, else from the root. */
    url: z.string(),
    bytes: z.number().int(),
    width: z.number().int(),
    height: z.number().int(),
    createdAt: timeMs,
  })
  .meta({ id: "Image" });

/** How much room pictures take, and how much there is. */
export const imageUse = z
  .object({
    count: z.number().int(),
    countMax: z.number().int(),
    bytes: z.number().int(),
    bytesMax: z.number().int(),
  })
  .meta({ id: "ImageUse" });

export type ImageUse = z.infer<typeof imageUse>;

/** An empty one says that nothing is lost without the picture. */
export const imageAlt = z.object({ alt: plainText(designLimits.images.altCharactersMax) });

export type Image = z.infer<typeof image>;

const rowName = plainText(designLimits.savedRows.nameCharactersMax)
  .refine((name) => name !== "", { error: issueText("row_name_missing") })
  .meta({ pattern: filledPattern });

export const savedRow = z
  .object({ _id: z.string(), name: z.string(), row: z.unknown(), createdAt: timeMs })
  .meta({ id: "SavedRow" });

export type SavedRow = z.infer<typeof savedRow>;

/** A row that can be kept has a column. */
const keptRow = {
  required: ["columns"],
  properties: { columns: { type: "array", minItems: 1, items: { type: "object" } } },
};

export const savedRowInput = z.object({
  name: rowName,
  row: z.record(z.string(), z.unknown()).meta(keptRow),
});
export const savedRowName = z.object({ name: rowName });
