import { entranceTexts } from "../../contract/texts/pages/signed.ts";
import { useTexts } from "../../islands/_data/useTexts.ts";
/** Said to a browser without script, on the few pages that cannot work without it. */
export function NeedsScript() {
  const texts = useTexts(entranceTexts);
  return (
    <noscript>
      <p className="notice" data-status="uncertain">
        {texts.needsScript}
      </p>
    </noscript>
  );
}
