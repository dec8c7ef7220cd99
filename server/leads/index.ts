/** What other domains ask of leads. */

export { createCustomFieldService } from "./customFields.ts";
export { leadsMaxOf, refuseTooManyCollections, rowOverPlan, rowsOverPlan } from "./leadAllowance.ts";
export { createLeadFieldReader } from "./leadFields.ts";
export { matchOf } from "./leadMatching.ts";
export { mergeValuesFor } from "./mergeValuesFor.ts";
