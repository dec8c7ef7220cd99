import { withFallbacks } from "../../../contract/mergeFields.ts";
import type { Progress } from "../../../contract/realtime/messages.ts";

/** What a send is called wherever it is told of: as the list of campaigns has it, or by its subject. */
export function progressName({ name, subject }: Pick<Progress, "name" | "subject">): string {
  return withFallbacks(name ?? subject);
}
