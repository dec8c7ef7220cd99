import { segments } from "../en/workspace/segments.ts";
import type { InEachLanguage } from "../language.ts";

export type SegmentTexts = typeof segments;
export const segmentTexts: InEachLanguage<SegmentTexts> = { en: segments };
