/** What other domains ask of leads. */
export { leadsMaxOf, overPlanFault, overPlanReason, refuseTooManyCollections } from "./leadAllowance.ts";
export { matchOf } from "./leadMatching.ts";
export { mergeValuesFor } from "./mergeValuesFor.ts";
