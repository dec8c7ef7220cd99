import { expect, test } from "bun:test";
import type { Finding } from "../../../server/inbound/reading/finding.ts";
import { readInbound } from "../../../server/inbound/reading/readInbound.ts";
import { ann, oursId } from "../../support/inbound/formParts.ts";
import { forms } from "../../support/inbound/forms.ts";

const kindOf = (finding: Finding | null): string => {
  if (finding === null) return "none";
  if (finding.kind !== "bounce") return finding.kind;
  return finding.isAddressFault ? "hard" : finding.isSoft ? "soft" : "refused";
};

for (const { name, raw, is, words } of forms) {
  test(`${name}: ${is}`, async () => {
    const finding = await readInbound(new TextEncoder().encode(raw));
    expect(kindOf(finding)).toBe(is);
    if (finding === null || finding.kind === "unsubscribe") return;
    expect(finding.ids).toContain(oursId);
    if (finding.kind === "bounce" && finding.recipients.length > 0) expect(finding.recipients).toContain(ann);
    if (words !== undefined) expect(finding).toHaveProperty("words", expect.stringContaining(words));
  });
}

test("more than forty forms are read", () => {
  expect(forms.length).toBeGreaterThan(40);
});
