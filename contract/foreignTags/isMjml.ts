/** Whether a text is MJML, from which mails are made and which no mail program reads. */
export function isMjml(text: string): boolean {
  return /^\s*(?:<\?xml[^>]{0,200}>\s*)?(?:<!--[^>]{0,500}-->\s*)?<mjml[\s>]/i.test(text.slice(0, 2_000));
}
