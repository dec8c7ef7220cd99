import type { Campaign } from "../../../contract/schemas/campaign.ts";
import type { CampaignLink } from "../../../contract/schemas/tracking.ts";
import { queries } from "../../_data/queries.ts";
import { useChanges } from "../../_data/ServerData.tsx";
import { useLoad } from "../../_data/useLoad.ts";
import { Button } from "../../_parts/Button.tsx";
import { WhenLoaded } from "../../_parts/WhenLoaded.tsx";

/** The links of a campaign's mail, each with the people who followed it; machines stand apart. */
export function CampaignLinks({ campaign }: { campaign: Campaign }) {
  const links = useLoad(queries.campaignLinks(campaign._id));
  const { heard } = useChanges();
  return (
    <div className="ledger">
      <div className="ledger-tools">
        <p className="muted">Programs that follow links before a person does are counted apart.</p>
        <Button
          disabled={links.refreshing}
          // The campaign's own counts keep up with them.
          onClick={() => heard("campaigns")}
        >
          Refresh
        </Button>
      </div>
      <WhenLoaded what="The links" loaded={links} rows={2}>
        {(followed) => <LinkList links={followed} subject={campaign.subject} />}
      </WhenLoaded>
    </div>
  );
}

function LinkList({ links, subject }: { links: readonly CampaignLink[]; subject: string }) {
  if (links.length === 0) return <p className="muted">This mail has no link to count.</p>;
  // The bars are drawn to the most followed one, so that they can be told apart in a large campaign too.
  const peopleMax = Math.max(1, ...links.map(({ people }) => people));
  return (
    <ol className="link-list" aria-label={`Links of ${subject}`}>
      {links.map((link) => (
        <li key={link._id}>
          <span className="link-url">{link.url}</span>
          <meter aria-label={`People who followed ${link.url}`} max={peopleMax} value={link.people} />
          <span className="link-counts">{countsText(link)}</span>
        </li>
      ))}
    </ol>
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
