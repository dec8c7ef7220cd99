import { type MouseEvent, useEffect } from "react";
import { screenLimits } from "../../../../contract/limits/screen.ts";
import { textLimits } from "../../../../contract/limits/text.ts";
import type { CampaignsCount } from "../../../../contract/schemas/campaignPlan.ts";
import { campaignTexts } from "../../../../contract/texts/workspace/campaigns.ts";
import { watchingTexts } from "../../../../contract/texts/workspace/watching.ts";
import { browserClient } from "../../../_data/browserClient.ts";
import { useDebounced } from "../../../_data/useDebounced.ts";
import { useDeletion } from "../../../_data/useDeletion.ts";
import { useLoad } from "../../../_data/useLoad.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Button } from "../../../_parts/Button.tsx";
import { EmptyState } from "../../../_parts/EmptyState.tsx";
import { focusSearch } from "../../../_parts/fields/focusSearch.ts";
import { PageTurn } from "../../../_parts/PageTurn.tsx";
import { UndoBar } from "../../../_parts/UndoBar.tsx";
import { WhenLoaded } from "../../../_parts/WhenLoaded.tsx";
import { addressOf } from "../../shell/address.ts";
import { useWorkspace } from "../../shell/WorkspaceContext.ts";
import { NewCampaign } from "../composing/NewCampaign.tsx";
import { watched } from "../questions.ts";
import { CampaignTable } from "./CampaignTable.tsx";
import { nameOf } from "./listColumns.tsx";
import { type ListChoice, type ListShown, listChoices, useListShown } from "./useListShown.ts";

/** The Campaigns tab: every campaign, drafts and planned ones too, with what became of it and what can be done. */
export function CampaignList() {
  const texts = useTexts(watchingTexts);
  const words = useTexts(campaignTexts);
  const [{ typed, choice, order, page }, show] = useListShown();
  const search = useDebounced(typed.trim(), screenLimits.searchPauseMs);
  const { campaigns, hasMore } = useListed({ search, choice, order, page });
  const deletion = useDeletion({
    remove: (id) => browserClient("DELETE /amplify/campaigns/{id}", { params: { id } }),
    restore: (id) => browserClient("POST /amplify/campaigns/{id}/restore", { params: { id } }),
  });
  // The page's last campaign has gone, or the page itself since it was left.
  const isPastEnd = page > 1 && campaigns.value?.length === 0 && !campaigns.refreshing;
  useEffect(() => {
    if (isPastEnd) show({ page: page - 1 });
  });
  const isNarrowed = search !== "" || choice !== "all" || page > 1;
  // What was found before stays until the next answer, and says nothing of it.
  const isEmpty = campaigns.value?.length === 0 && !isNarrowed && !campaigns.isOld;
  const archive = useLoad({ ...watched.list({ archived: true }), enabled: isEmpty });
  const hasArchive = isEmpty && archive.value !== undefined && archive.value.length > 0;

  return (
    <>
      <ListHead isEmpty={isEmpty && !hasArchive} />
      {isEmpty && !hasArchive ? null : <Narrowing typed={typed} choice={choice} onChange={show} />}
      {/* Read out; it says nothing until the answer is there, so that the same number is said anew for other words. */}
      <p role="status" className="visually-hidden">
        {search === "" || campaigns.refreshing || campaigns.value === undefined
          ? ""
          : texts.list.found({ count: campaigns.value.length, most: screenLimits.campaignsListed })}
      </p>
      {deletion.remove.message === "" ? null : (
        <p className="field-error" role="alert">
          {deletion.remove.message}
        </p>
      )}
      <WhenLoaded what={words.yourCampaigns} loaded={campaigns} rows={6}>
        {(found) =>
          found.length === 0 ? (
            <Nothing isNarrowed={isNarrowed} hasArchive={hasArchive} onShow={show} />
          ) : (
            <CampaignTable
              campaigns={found}
              isOld={campaigns.isOld}
              order={order}
              onOrder={(next) => show({ order: next })}
              onRemove={(campaign) =>
                deletion.remove.run({ id: campaign._id, name: nameOf(campaign, texts) })
              }
            />
          )
        }
      </WhenLoaded>
      <PageTurn
        words={texts.list}
        onPrevious={page === 1 ? null : () => show({ page: page - 1 })}
        onNext={hasMore ? () => show({ page: page + 1 }) : null}
      />
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

/** What is shown of the campaigns, and whether there is a page after it. */
function useListed({ search, choice, order, page }: Omit<ListShown, "typed"> & { search: string }) {
  const wanted = {
    ...order,
    ...(search === "" ? {} : { search }),
    ...(choice === "all" ? {} : choice === "archived" ? { archived: true } : { state: choice }),
  };
  const campaigns = useLoad(watched.list({ ...wanted, ...(page === 1 ? {} : { page }) }));
  const isFull = campaigns.value?.length === screenLimits.campaignsListed;
  const beyond = { page: page * screenLimits.campaignsListed + 1, pageSize: 1 };
  const following = useLoad({ ...watched.list({ ...wanted, ...beyond }), enabled: isFull });
  // Until it is known, a full page may have another one after it.
  return { campaigns, hasMore: isFull && following.value?.length !== 0 };
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

function countOf(choice: ListChoice, { states, archived }: CampaignsCount): number {
  if (choice === "archived") return archived;
  if (choice === "all") return Object.values(states).reduce((sum, count) => sum + count, 0);
  return states[choice];
}

type Changes = Partial<ListShown>;

/** What the list is narrowed to: words of a name or subject, and how its campaigns stand. */
function Narrowing({
  typed,
  choice,
  onChange,
}: Pick<ListShown, "typed" | "choice"> & { onChange: (change: Changes) => void }) {
  const { list } = useTexts(watchingTexts);
  const { filters } = useTexts(campaignTexts);
  const count = useLoad(watched.count()).value;
  return (
    <div className="campaign-tools">
      <input
        className="input"
        type="search"
        value={typed}
        maxLength={textLimits.searchMax}
        placeholder={list.search}
        aria-label={list.searchLabel}
        onChange={(event) => onChange({ typed: event.target.value })}
      />
      <fieldset className="choice-row">
        <legend className="visually-hidden">{list.states}</legend>
        {listChoices.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={choice === each}
            onClick={() => onChange({ choice: each })}
          >
            {each === "all" || each === "archived" ? list[each] : filters[each]}
            {count === undefined ? null : (
              <span className="choice-count"> {countOf(each, count).toLocaleString("en")}</span>
            )}
          </button>
        ))}
      </fieldset>
    </div>
  );
}

function Nothing({
  isNarrowed,
  hasArchive,
  onShow,
}: {
  isNarrowed: boolean;
  hasArchive: boolean;
  onShow: (change: Changes) => void;
}) {
  const texts = useTexts(watchingTexts);
  const words = useTexts(campaignTexts);
  const { showTab } = useWorkspace();
  const { list } = texts;
  const going =
    (change: Changes) =>
    ({ currentTarget }: MouseEvent<HTMLElement>) => {
      focusSearch(currentTarget);
      onShow(change);
    };
  if (isNarrowed || hasArchive)
    return (
      <EmptyState
        title={isNarrowed ? list.nothingFound : list.allArchived}
        action={
          isNarrowed ? (
            <Button onClick={going({ typed: "", choice: "all" })}>{list.showAll}</Button>
          ) : (
            <Button onClick={going({ choice: "archived" })}>{list.showArchive}</Button>
          )
        }
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
