import type { TransactionalState } from "../../../../contract/schemas/transactional.ts";
import { mailTexts } from "../../../../contract/texts/workspace/mails.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Badge } from "../../../_parts/Badge.tsx";
import type { Status } from "../../../_parts/Notice.tsx";

const statuses: Partial<Record<TransactionalState, Status>> = {
  queued: "waiting",
  sending: "waiting",
  deferred: "waiting",
  sent: "sent",
  failed: "failed",
  uncertain: "uncertain",
};

/** The state of a transactional mail. */
export function MailState({ state }: { state: TransactionalState }) {
  const texts = useTexts(mailTexts);
  return <Badge status={statuses[state]}>{texts.states[state]}</Badge>;
}
