/** What other domains ask of templates. */
export type { MailPreviews } from "./mailPreview.ts";
export { cleanedHtml, type TemplateService } from "./templates.ts";
