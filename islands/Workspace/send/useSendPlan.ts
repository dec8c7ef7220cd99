import { useEffect, useState } from "react";
import { screenLimits } from "../../../contract/limits/screen.ts";
import type { PlanInput, SendPlan } from "../../../contract/schemas/preflight.ts";
import { browserClient } from "../../_data/browserClient.ts";
import { type Loaded, useLoad } from "../../_data/useLoad.ts";

/** What the send would come to, asked anew whenever it changes, once the person has paused. */
export function useSendPlan(body: PlanInput | null): Loaded<SendPlan | null> {
  const question = useSettled(body === null ? "" : JSON.stringify(body));
  return useLoad(`send plan ${question}`, async (signal) =>
    question === ""
      ? null
      : browserClient("POST /email/send/plan", { body: JSON.parse(question) as PlanInput }, { signal }),
  );
}

/** The text once it has stood still for a moment; at first at once. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    if (text === settled) return;
    const timer = setTimeout(() => setSettled(text), screenLimits.searchPauseMs);
    return () => clearTimeout(timer);
  }, [text, settled]);
  return settled;
}
