/** What other domains ask of leads. */

export { collectionAsked, createKeptTo, type KeptTo } from "./boundedLeads.ts";
export { createCollectionNames } from "./collectionNames.ts";
export { createCustomFieldService } from "./customFields.ts";
export type { LeadActionService } from "./leadActions.ts";
export { leadsMaxOf, refuseTooManyCollections, rowOverPlan, rowsOverPlan } from "./leadAllowance.ts";
export { createLeadFieldReader } from "./leadFields.ts";
export { createLeadMatcher, type LeadMatcher } from "./leadMatching.ts";
export { type LeadService, leadAnswer } from "./leads.ts";
export { mergeValuesFor } from "./mergeValuesFor.ts";
export { refusingNeeded } from "./neededByCampaigns.ts";
export { createQuestionReader, type NamedQuestion, type QuestionReader } from "./segments/questions.ts";
export { createSegmentReader } from "./segments/segmentReader.ts";
