/** The background notice of a campaign that begins (specification, section 4): what goes out, and to how many. */
export function startText({ subject, count }: { subject: string; count: number }): string {
  const leads = count === 1 ? "1 lead" : `${count.toLocaleString("en")} leads`;
  return `"${subject}" goes out to ${leads} in the background. You can close this page.`;
}
