import type { Lead } from "../../../../contract/schemas/lead.ts";
import { leadPageTexts } from "../../../../contract/texts/workspace/leadPage.ts";
import { browserClient } from "../../../_data/browserClient.ts";
import { queries } from "../../../_data/queries.ts";
import { useChanges } from "../../../_data/ServerData.tsx";
import { useAction } from "../../../_data/useAction.ts";
import { useLoad } from "../../../_data/useLoad.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Icon } from "../../../_parts/Icon.tsx";
import { Menu } from "../../../_parts/Menu.tsx";
import { Notice } from "../../../_parts/Notice.tsx";

/** Which collections a lead is in: each can be left, and any other joined. */
export function CollectionTokens({ lead }: { lead: Lead }) {
  const texts = useTexts(leadPageTexts).collections;
  const collections = useLoad(queries.collections());
  const { changed } = useChanges();
  const acting = useAction(async (action: "addTo" | "removeFrom", collection: string) => {
    await browserClient("POST /amplify/leads/actions", {
      body: { action, collection, which: { ids: [lead._id] } },
    });
    changed("leads", "collections");
  });
  const others = (collections.value ?? []).filter(({ name }) => !lead.collection.includes(name));
  return (
    <>
      <fieldset className="lead-tokens" aria-busy={acting.running}>
        <legend className="visually-hidden">{texts.label}</legend>
        {lead.collection.map((name) => (
          <span key={name} className="lead-token">
            {name}
            <button type="button" title={texts.takeOut(name)} onClick={() => acting.run("removeFrom", name)}>
              <Icon size={12} path="M6 6l12 12M18 6 6 18" />
            </button>
          </span>
        ))}
        {lead.collection.length === 0 ? <span className="muted">{texts.none}</span> : null}
        {others.length === 0 ? null : (
          <Menu
            variant="quiet"
            shape="icon"
            title={texts.add}
            items={others.map(({ _id, name }) => ({
              key: _id,
              label: name,
              onSelect: () => void acting.run("addTo", name),
            }))}
          >
            <Icon size={16} path="M12 5v14M5 12h14" />
          </Menu>
        )}
      </fieldset>
      {acting.message === "" ? null : <Notice status="failed">{acting.message}</Notice>}
    </>
  );
}
