import { useState } from "react";
import type { Refusal } from "../../contract/errors.ts";
import { ownAccountTexts } from "../../contract/texts/ownAccount.ts";
import { browserClient } from "../_data/browserClient.ts";
import { queries } from "../_data/queries.ts";
import { useLoad } from "../_data/useLoad.ts";
import { useTexts } from "../_data/useTexts.ts";
import { FormerList } from "./FormerList.tsx";

/** The webhooks of somebody whose plan had the API before: they can still be removed, although the tab is not there. */
export function FormerWebhooks() {
  const { webhooks: texts } = useTexts(ownAccountTexts);
  // Asked once: with the last one the list itself is refused.
  const webhooks = useLoad({ ...queries.webhooks(), staleTime: "static" });
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const list = (webhooks.value ?? [])
    .filter(({ _id }) => !removed.includes(_id))
    .map(({ _id, name, url }) => ({ id: _id, name, facts: [url], ending: texts.removeWhat(name) }));
  return (
    <FormerList
      texts={texts}
      end={texts.remove}
      list={list}
      onEnd={async (id) => {
        const gone = () => setRemoved((before) => [...before, id]);
        const removing = browserClient("DELETE /amplify/api/webhooks/{id}", { params: { id } });
        const { message } = await removing.catch((error: Partial<Refusal>) => {
          if (error.code === "not_found") gone();
          throw error;
        });
        gone();
        return message;
      }}
    />
  );
}
