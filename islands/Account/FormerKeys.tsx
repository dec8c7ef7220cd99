import { ownAccountTexts } from "../../contract/texts/ownAccount.ts";
import { browserClient } from "../_data/browserClient.ts";
import { shortMoment } from "../_data/momentsHere.ts";
import { queries } from "../_data/queries.ts";
import { useLoad } from "../_data/useLoad.ts";
import { useTexts } from "../_data/useTexts.ts";
import { FormerList } from "./FormerList.tsx";

/** The keys of somebody whose plan had the API before: they can still be revoked, although the tab is not there. */
export function FormerKeys() {
  const { keys: texts } = useTexts(ownAccountTexts);
  const keys = useLoad(queries.keys());
  const list = (keys.value ?? []).map(({ _id, name, lastFour, lastUsedAt }) => ({
    id: _id,
    name,
    ending: texts.revokeWhat(name),
    facts: [
      texts.endsIn(lastFour),
      lastUsedAt === null ? texts.neverUsed : texts.lastUsed(shortMoment(lastUsedAt)),
    ],
  }));
  return (
    <FormerList
      texts={texts}
      end={texts.revoke}
      list={list}
      onEnd={async (id) => (await browserClient("DELETE /amplify/api/keys/{id}", { params: { id } })).message}
    />
  );
}
