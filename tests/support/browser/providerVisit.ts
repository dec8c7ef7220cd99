import type { Page } from "playwright-core";

export type VisitAnswer = { as?: string; press: string };

/** Presses a button that opens a provider's window at this address, and answers in that window, which then closes. */
export async function visitProvider(
  page: Page,
  { name, at, answer }: { name: string | RegExp; at: string; answer: VisitAnswer },
): Promise<Page> {
  const [popup] = await Promise.all([
    page.waitForEvent("popup"),
    page.getByRole("button", { name }).last().click(),
  ]);
  await popup.waitForURL(at);
  await popup.getByRole("heading", { name: "Choose an account" }).waitFor();
  if (answer.as !== undefined) await popup.getByLabel(answer.as).check();
  const closed = popup.waitForEvent("close");
  await popup.getByRole("button", { name: answer.press }).click();
  await closed;
  return popup;
}
