import { entranceTexts } from "../../contract/texts/pages/signed.ts";
import { useTexts } from "../../islands/_data/useTexts.ts";
import type { ResetProps } from "../../islands/Reset/props.ts";
import { Island } from "../Island.tsx";
import { NeedsScript } from "./NeedsScript.tsx";

/** Where a mailed link leads: a new password. */
export function Reset() {
  const texts = useTexts(entranceTexts);
  return (
    <div className="entrance">
      <h1>{texts.reset}</h1>
      <NeedsScript />
      <Island<ResetProps> name="Reset" props={{}} />
    </div>
  );
}
