/** What other domains ask of templates. */
export type { MailPreviews } from "./mailPreview.ts";
