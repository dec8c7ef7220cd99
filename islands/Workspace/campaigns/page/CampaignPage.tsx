import type { Campaign } from "../../../../contract/schemas/campaign.ts";
import { watchingTexts } from "../../../../contract/texts/workspace/watching.ts";
import { useLoad } from "../../../_data/useLoad.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { FailedState } from "../../../_parts/FailedState.tsx";
import { neighbour } from "../../../_parts/neighbour.ts";
import { WhenLoaded } from "../../../_parts/WhenLoaded.tsx";
import { CampaignBar } from "../../realtime/CampaignBar.tsx";
import { useLive } from "../../realtime/RealtimeContext.tsx";
import { addressOf, goTo } from "../../shell/address.ts";
import { usePageTitle } from "../../shell/usePageTitle.ts";
import { nameOf } from "../list/listColumns.tsx";
import { Picture } from "../picture/Picture.tsx";
import { watched } from "../questions.ts";
import { hasBegun } from "../steering/actions.ts";
import { withProgress } from "../withProgress.ts";
import { Activity } from "./Activity.tsx";
import { Analysed } from "./Analysed.tsx";
import { BeforeStart } from "./BeforeStart.tsx";
import { Heat } from "./Heat.tsx";
import { Overview } from "./Overview.tsx";
import { PageHead } from "./PageHead.tsx";
import { Recipients } from "./Recipients.tsx";
import { SequenceLeads } from "./SequenceLeads.tsx";
import { WinnerChoice } from "./WinnerChoice.tsx";

const views = ["overview", "leads", "recipients", "mail", "activity"] as const;
type View = (typeof views)[number];

/** Where its leads stand is told of what goes on with each of them. */
const viewsOf = ({ kind }: Pick<Campaign, "kind">): readonly View[] =>
  kind === "sequence" ? views : views.filter((one) => one !== "leads");

/** The page of one campaign: what it is, its results, and its actions. */
export function CampaignPage({
  id,
  view,
  filter,
}: {
  id: string;
  view: string | undefined;
  filter: string | undefined;
}) {
  const texts = useTexts(watchingTexts);
  const loaded = useLoad(watched.one(id));
  const live = useLive();
  // Until this campaign is loaded, the previous answer is still there and may be about another campaign.
  const isIt = loaded.value?._id === id;
  const campaign = isIt && loaded.value ? withProgress(loaded.value, live.campaigns.get(id)) : undefined;
  usePageTitle(campaign === undefined ? null : texts.page.title(nameOf(campaign, texts)));
  if (loaded.state === "failed" && campaign === undefined)
    return (
      <>
        <FailedState what={texts.page.what} loaded={loaded} />
        <p>
          <a href={addressOf("campaigns")}>{texts.page.toList}</a>
        </p>
      </>
    );
  return (
    <WhenLoaded
      what={texts.page.what}
      loaded={{
        ...loaded,
        value: campaign,
        state: loaded.state === "done" && !isIt ? "loading" : loaded.state,
      }}
      rows={8}
    >
      {(there) => (
        <article className="campaign-page">
          <PageHead campaign={there} />
          {hasBegun(there) ? (
            <Begun campaign={there} view={view} filter={filter} />
          ) : (
            <BeforeStart campaign={there} />
          )}
        </article>
      )}
    </WhenLoaded>
  );
}

/** The results so far, in one of several views. */
function Begun({
  campaign,
  view,
  filter,
}: {
  campaign: Campaign;
  view: string | undefined;
  filter: string | undefined;
}) {
  const offered = viewsOf(campaign);
  const shown = offered.find((one) => one === view) ?? "overview";
  return (
    <>
      {/* One that could not begin, or was cancelled before, has nobody to count. */}
      {campaign.total === 0 && campaign.state !== "running" ? null : (
        <CampaignBar reached={{ ...campaign.counts, total: campaign.recipients }} />
      )}
      <CampaignPicture campaign={campaign} />
      <WinnerChoice campaign={campaign} />
      <Views id={campaign._id} view={shown} views={offered} />
      <section id={`campaign-${shown}`} role="tabpanel" aria-labelledby={`campaign-tab-${shown}`}>
        <ShownView campaign={campaign} view={shown} filter={filter} />
      </section>
    </>
  );
}

function ShownView({
  campaign,
  view,
  filter,
}: {
  campaign: Campaign;
  view: View;
  filter: string | undefined;
}) {
  const { heat } = useTexts(watchingTexts);
  switch (view) {
    case "overview":
      return <Overview campaign={campaign} />;
    case "leads":
      return <SequenceLeads campaign={campaign} filter={filter} />;
    case "recipients":
      return <Recipients campaign={campaign} filter={filter} />;
    case "mail":
      return (
        <Analysed title={heat.title}>
          <Heat campaign={campaign} />
        </Analysed>
      );
    case "activity":
      return <Activity campaign={campaign} />;
  }
}

/** One view is in the tab order, and arrow keys move between them (WAI-ARIA, tabs pattern). Each has a URL of its own. */
function Views({ id, view, views }: { id: string; view: View; views: readonly View[] }) {
  const { page } = useTexts(watchingTexts);
  return (
    <div
      className="tabs-list"
      role="tablist"
      tabIndex={-1}
      aria-label={page.tabs}
      onKeyDown={(event) => {
        const next = neighbour(event.key, views, view);
        if (next === undefined) return;
        event.preventDefault();
        goTo("campaigns", id, next);
        document.getElementById(`campaign-tab-${next}`)?.focus();
      }}
    >
      {views.map((one) => (
        <a
          key={one}
          id={`campaign-tab-${one}`}
          role="tab"
          href={addressOf("campaigns", id, one)}
          aria-selected={one === view}
          aria-controls={one === view ? `campaign-${one}` : undefined}
          tabIndex={one === view ? 0 : -1}
        >
          {page[one]}
        </a>
      ))}
    </div>
  );
}

/** The bars of a campaign, each mail in its place where there are not too many. */
function CampaignPicture({ campaign }: { campaign: Campaign }) {
  const { value, state } = useLoad(watched.picture(campaign));
  return <Picture campaign={campaign} picture={value} isLoading={state === "loading"} />;
}
