import { sequenceLeads } from "../en/workspace/sequenceLeads.ts";
import type { InEachLanguage } from "../language.ts";

export type SequenceLeadsTexts = typeof sequenceLeads;
export const sequenceLeadsTexts: InEachLanguage<SequenceLeadsTexts> = { en: sequenceLeads };
