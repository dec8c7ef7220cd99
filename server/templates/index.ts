/** What other domains ask of templates. */
export type { MailPreviews } from "./mailPreview.ts";
export type { TemplateDeletions } from "./templateDeletions.ts";
export { cleanedHtml, drawnHtml, type TemplateService } from "./templates.ts";
