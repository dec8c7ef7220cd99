import { expect, test } from "bun:test";
import { openDesign, servesDesignTab } from "../../support/browser/designTab.ts";

servesDesignTab();

const file = (name: string, text: string) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) });

test("a mail of another product is brought along with its fields as ours, and can be put back as it was", async () => {
  const { page, complaints } = await openDesign();
  const input = page.locator('input[type="file"][accept*=".json"]');
  const html = page.getByLabel("HTML", { exact: true });
  const mail =
    '<p>Dear *|FNAME|*, *|IF:VIP|*thank you*|END:IF|*</p><p><a href="*|UNSUB|*">Unsubscribe</a></p>';
  await input.setInputFiles(file("Spring.html", mail));
  await page.getByText("2 fields and links of Mailchimp became ours.").waitFor();
  const told = await page.locator(".notice", { hasText: "of Mailchimp" }).textContent();
  expect(told).toContain("2 could not, and would be sent as they stand: *|IF:VIP|*, *|END:IF|*.");
  await html.waitFor();
  expect(await html.inputValue()).toBe(
    '<p>Dear {{firstName}}, *|IF:VIP|*thank you*|END:IF|*</p><p><a href="{{unsubscribeUrl}}">Unsubscribe</a></p>',
  );
  await page.getByRole("button", { name: "Put them back as they were" }).click();
  await page.getByText("of Mailchimp became ours").waitFor({ state: "detached" });
  await html.waitFor();
  expect(await html.inputValue()).toBe(mail);

  await input.setInputFiles(file("mail.mjml.html", "<mjml><mj-body></mj-body></mjml>"));
  await page.getByText("This file is MJML").first().waitFor();
  expect(complaints).toEqual([]);
});
