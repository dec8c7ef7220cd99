import type { SendPlan } from "../../contract/schemas/preflight.ts";
import { answerTexts } from "../../contract/texts/answers.ts";
import { inTexts } from "../core/inWords.ts";

/**
 * What a sender has to know where the installation's own address is good on this machine alone: no recipient could
 * unsubscribe. The sandbox keeps its mails here, so there the links work.
 */
export function reachWarning({
  publicUrl,
  provider,
}: {
  publicUrl: string | null;
  provider: string;
}): SendPlan["warnings"] {
  if (publicUrl === null || provider === "sandbox" || !isThisMachine(new URL(publicUrl).hostname)) return [];
  return [{ kind: "unreachable", text: inTexts(answerTexts).warnings.unreachable(publicUrl) }];
}

/** RFC 6761 section 6.3 and RFC 1122 section 3.2.1.3: names and addresses that never leave the machine. */
function isThisMachine(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\])$/.test(hostname);
}
