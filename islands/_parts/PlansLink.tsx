import { partTexts } from "../../contract/texts/parts.ts";
import { useTexts } from "../_data/useTexts.ts";
/** Leads to where plans are compared and upgraded, in a tab of its own, so that what was filled in stays. */
export function PlansLink() {
  const texts = useTexts(partTexts);
  return (
    <a href="/pricing" target="_blank" rel="noreferrer">
      {texts.upgrade}
    </a>
  );
}
