import { keyTexts } from "../../contract/texts/workspace/keys.ts";
import { useTexts } from "../../islands/_data/useTexts.ts";
import type { ApproveProps } from "../../islands/Approve/props.ts";
import { Island } from "../Island.tsx";
import { NeedsScript } from "./NeedsScript.tsx";

/** Where somebody who is signed in lets a program in (RFC 8628, 3.3). */
export function Approve() {
  const texts = useTexts(keyTexts);
  return (
    <div className="entrance">
      <h1>{texts.approve.title}</h1>
      <NeedsScript />
      <Island<ApproveProps> name="Approve" props={{}} />
    </div>
  );
}
