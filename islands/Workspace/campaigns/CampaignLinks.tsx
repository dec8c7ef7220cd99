import type { Campaign } from "../../../contract/schemas/campaign.ts";
import type { CampaignLink } from "../../../contract/schemas/tracking.ts";
import { browserClient } from "../../_data/browserClient.ts";
import { useLoad } from "../../_data/useLoad.ts";
import { Button } from "../../_parts/Button.tsx";
import { FailedState } from "../../_parts/FailedState.tsx";
import { SkeletonRows } from "../../_parts/SkeletonRows.tsx";

/** The links of a campaign's mail, each with the people who followed it; machines stand apart. */
export function CampaignLinks({
  campaign,
  onRefresh,
}: {
  campaign: Campaign;
  /** Called when the counts are asked for again, so that the campaign's own keep up with them. */
  onRefresh: () => void;
}) {
  const links = useLoad(`links ${campaign._id}`, (signal) =>
    browserClient("GET /amplify/campaigns/{id}/links", { params: { id: campaign._id } }, { signal }),
  );
  const followed = links.value ?? [];
  // The bars are drawn to the most followed one, so that they can be told apart in a large campaign too.
  const peopleMax = Math.max(1, ...followed.map(({ people }) => people));
  return (
    <div className="ledger">
      <div className="ledger-tools">
        <p className="muted">Programs that follow links before a person does are counted apart.</p>
        <Button
          disabled={links.refreshing}
          onClick={() => {
            links.reload();
            onRefresh();
          }}
        >
          Refresh
        </Button>
      </div>
      {links.state === "failed" ? <FailedState what="The links" loaded={links} /> : null}
      {links.state === "loading" ? <SkeletonRows rows={2} /> : null}
      {links.value?.length === 0 ? <p className="muted">This mail has no link to count.</p> : null}
      <ol className="link-list" aria-label={`Links of ${campaign.subject}`}>
        {followed.map((link) => (
          <li key={link._id}>
            <span className="link-url">{link.url}</span>
            <meter aria-label={`People who followed ${link.url}`} max={peopleMax} value={link.people} />
            <span className="link-counts">{countsText(link)}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}

function countsText({ people, clicks, machineClicks }: CampaignLink): string {
  const amount = (count: number, one: string, many: string) =>
    `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
  return [
    amount(people, "person", "people"),
    amount(clicks, "click", "clicks"),
    ...(machineClicks === 0 ? [] : [`${machineClicks.toLocaleString("en")} by programs`]),
  ].join(", ");
}
