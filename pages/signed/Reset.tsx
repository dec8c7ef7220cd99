import type { ResetProps } from "../../islands/Reset/props.ts";
import { Island } from "../Island.tsx";
import { NeedsScript } from "./NeedsScript.tsx";

/** Where a mailed link leads: a new password. */
export function Reset() {
  return (
    <div className="entrance">
      <h1>Set a new password</h1>
      <NeedsScript />
      <Island<ResetProps> name="Reset" props={{}} />
    </div>
  );
}
