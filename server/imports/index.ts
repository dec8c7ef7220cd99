/** What other domains ask of imports. */
export { rejectsOf } from "./importAnswer.ts";
