import { useState } from "react";
import { ownAccountTexts } from "../../contract/texts/ownAccount.ts";
import { browserClient } from "../_data/browserClient.ts";
import { queries } from "../_data/queries.ts";
import { useLoad } from "../_data/useLoad.ts";
import { useTexts } from "../_data/useTexts.ts";
import { FormerList } from "./FormerList.tsx";

/** The webhooks of somebody whose plan had the API before: they can still be removed, although the tab is not there. */
export function FormerWebhooks() {
  const { webhooks: texts } = useTexts(ownAccountTexts);
  const webhooks = useLoad(queries.webhooks());
  // With the last one the list itself is refused, and what was loaded stays.
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
        const { message } = await browserClient("DELETE /amplify/api/webhooks/{id}", { params: { id } });
        setRemoved((before) => [...before, id]);
        return message;
      }}
    />
  );
}
