import { withFallbacks } from "../../../contract/mergeFields.ts";
import type { Progress } from "../../../contract/realtime/messages.ts";

/** The name of a send: its name in the list of campaigns, or its subject. */
export function progressName({ name, subject }: Pick<Progress, "name" | "subject">): string {
  return withFallbacks(name ?? subject);
}
