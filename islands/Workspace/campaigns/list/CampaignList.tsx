import { useState } from "react";
import { screenLimits } from "../../../../contract/limits/screen.ts";
import { textLimits } from "../../../../contract/limits/text.ts";
import type { Campaign } from "../../../../contract/schemas/campaign.ts";
import type { PlanState } from "../../../../contract/schemas/campaignPlan.ts";
import { campaignTexts } from "../../../../contract/texts/workspace/campaigns.ts";
import { watchingTexts } from "../../../../contract/texts/workspace/watching.ts";
import { browserClient } from "../../../_data/browserClient.ts";
import { useDeletion } from "../../../_data/useDeletion.ts";
import { useLoad } from "../../../_data/useLoad.ts";
import { useSettled } from "../../../_data/useSettled.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Button } from "../../../_parts/Button.tsx";
import { EmptyState } from "../../../_parts/EmptyState.tsx";
import { PageTurn } from "../../../_parts/PageTurn.tsx";
import { UndoBar } from "../../../_parts/UndoBar.tsx";
import { WhenLoaded } from "../../../_parts/WhenLoaded.tsx";
import { addressOf } from "../../shell/address.ts";
import { useWorkspace } from "../../shell/WorkspaceContext.ts";
import { NewCampaign } from "../composing/NewCampaign.tsx";
import { watched } from "../questions.ts";
import { CampaignTable, type Order } from "./CampaignTable.tsx";
import { nameOf } from "./listColumns.tsx";

type Shown = PlanState | "all" | "archived";
const choices: readonly Shown[] = [
  ...(["all", "running", "paused", "scheduled", "draft"] as const),
  ...(["finished", "cancelled", "archived"] as const),
];

/** The Campaigns tab: every campaign, drafts and planned ones too, with what became of it and what can be done. */
export function CampaignList() {
  const texts = useTexts(watchingTexts);
  const words = useTexts(campaignTexts);
  const [typed, setTyped] = useState("");
  const [shown, setShown] = useState<Shown>("all");
  const [order, setOrder] = useState<Order>({ sort: "createdAt", desc: true });
  const [page, setPage] = useState(1);
  const search = useSettled(typed.trim(), screenLimits.searchPauseMs);
  const campaigns = useLoad(
    watched.list({
      ...order,
      ...(search === "" ? {} : { search }),
      ...(shown === "all" ? {} : shown === "archived" ? { archived: true } : { state: shown }),
      ...(page === 1 ? {} : { page }),
    }),
  );
  const deletion = useDeletion({
    remove: (id) => browserClient("DELETE /amplify/campaigns/{id}", { params: { id } }),
    restore: (id) => browserClient("POST /amplify/campaigns/{id}/restore", { params: { id } }),
  });
  const isNarrowed = search !== "" || shown !== "all" || page > 1;
  const anew = (change: () => void) => {
    change();
    setPage(1);
  };
  // What was found before stays until the next answer, and says nothing of it.
  const isEmpty = campaigns.value?.length === 0 && !isNarrowed && !campaigns.refreshing;

  return (
    <>
      <ListHead isEmpty={isEmpty} />
      {isEmpty ? null : (
        <Narrowing
          typed={typed}
          shown={shown}
          onType={(text) => anew(() => setTyped(text))}
          onShow={(choice) => anew(() => setShown(choice))}
        />
      )}
      {deletion.remove.message === "" ? null : (
        <p className="field-error" role="alert">
          {deletion.remove.message}
        </p>
      )}
      <WhenLoaded what={words.yourCampaigns} loaded={campaigns} rows={6}>
        {(found) =>
          found.length === 0 ? (
            <Nothing
              isNarrowed={isNarrowed}
              onAll={() =>
                anew(() => {
                  setTyped("");
                  setShown("all");
                })
              }
            />
          ) : (
            <CampaignTable
              campaigns={found}
              order={order}
              onOrder={(next) => anew(() => setOrder(next))}
              onRemove={(campaign) =>
                deletion.remove.run({ id: campaign._id, name: nameOf(campaign, texts) })
              }
            />
          )
        }
      </WhenLoaded>
      <Pages page={page} found={campaigns.value} onPage={setPage} />
      <UndoBar
        label={texts.list.deletedLabel}
        deletion={
          deletion.last === null
            ? null
            : { key: deletion.last.id, said: texts.list.deleted(deletion.last.name) }
        }
        undo={deletion.undo}
        onDismiss={deletion.dismiss}
      />
    </>
  );
}

/** What leads on from the list; while there is none, the empty list itself does. */
function ListHead({ isEmpty }: { isEmpty: boolean }) {
  const { list } = useTexts(watchingTexts);
  const { title } = useTexts(campaignTexts);
  return (
    <header className="panel-head">
      <h2>{title}</h2>
      {isEmpty ? null : (
        <div className="panel-tools">
          <a className="button" data-variant="quiet" href={addressOf("campaigns", "calendar")}>
            {list.calendar}
          </a>
          <NewCampaign />
        </div>
      )}
    </header>
  );
}

/** What the list is narrowed to: words of a name or subject, and how its campaigns stand. */
function Narrowing({
  typed,
  shown,
  onType,
  onShow,
}: {
  typed: string;
  shown: Shown;
  onType: (text: string) => void;
  onShow: (shown: Shown) => void;
}) {
  const { list } = useTexts(watchingTexts);
  const { filters } = useTexts(campaignTexts);
  return (
    <div className="campaign-tools">
      <input
        className="input"
        type="search"
        value={typed}
        maxLength={textLimits.searchMax}
        placeholder={list.search}
        aria-label={list.searchLabel}
        onChange={(event) => onType(event.target.value)}
      />
      <fieldset className="choice-row">
        <legend className="visually-hidden">{list.states}</legend>
        {choices.map((choice) => (
          <button key={choice} type="button" aria-pressed={shown === choice} onClick={() => onShow(choice)}>
            {choice === "all" || choice === "archived" ? list[choice] : filters[choice]}
          </button>
        ))}
      </fieldset>
    </div>
  );
}

function Pages({
  page,
  found,
  onPage,
}: {
  page: number;
  found: readonly Campaign[] | undefined;
  onPage: (page: number) => void;
}) {
  const { list } = useTexts(watchingTexts);
  const hasMore = found?.length === screenLimits.campaignsListed;
  return (
    <PageTurn
      words={list}
      onPrevious={page === 1 ? null : () => onPage(page - 1)}
      onNext={hasMore ? () => onPage(page + 1) : null}
    />
  );
}

function Nothing({ isNarrowed, onAll }: { isNarrowed: boolean; onAll: () => void }) {
  const texts = useTexts(watchingTexts);
  const words = useTexts(campaignTexts);
  const { showTab } = useWorkspace();
  if (isNarrowed)
    return (
      <EmptyState
        title={texts.list.nothingFound}
        action={<Button onClick={onAll}>{texts.list.showAll}</Button>}
      >
        {""}
      </EmptyState>
    );
  return (
    <EmptyState
      title={words.empty.title}
      action={
        <div className="actions choices">
          <NewCampaign />
          <Button onClick={() => showTab("leads")}>{words.empty.chooseLeads}</Button>
        </div>
      }
    >
      {words.empty.text}
    </EmptyState>
  );
}
