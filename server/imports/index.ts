/** What other domains use of imports. */
export { rejectsOf } from "./importAnswer.ts";
export { uploadsIn } from "./thread/importFiles.ts";
