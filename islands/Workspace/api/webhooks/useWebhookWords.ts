import { webhookRefusalShapes } from "../../../../contract/reasons/webhooks.ts";
import { webhooks } from "../../../../contract/sentences/en/webhooks.ts";
import { shapesOf, type Words, wordsOf } from "../../../../contract/sentences/sentence.ts";
import { useWords } from "../../../_data/useWords.ts";

const own = wordsOf({ ...webhooks, [shapesOf]: webhookRefusalShapes });

/** The sentences for refusals of a webhook's form, which are not in the workspace's own bundle. */
export function useWebhookWords(): Words {
  const others = useWords();
  return (cause, instead) => (cause && cause.code in webhooks ? own(cause, instead) : others(cause, instead));
}
