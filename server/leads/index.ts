/** What other domains ask of leads. */
export { leadsMaxOf, refuseTooManyCollections, rowOverPlan, rowsOverPlan } from "./leadAllowance.ts";
export { matchOf } from "./leadMatching.ts";
export { mergeValuesFor } from "./mergeValuesFor.ts";
