import { withFallbacks } from "../mergeFields.ts";

/**
 * What a campaign is called wherever it is named: by its own name, or by the subject of its first mail, with merge fields as
 * whoever lacks them reads them. Empty where it has neither.
 */
export function campaignName({ name, subject }: { name: string | null; subject: string }): string {
  return withFallbacks(name || subject);
}
