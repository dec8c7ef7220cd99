import type { Campaign } from "../../../contract/schemas/campaign.ts";
import type { CampaignLink } from "../../../contract/schemas/tracking.ts";
import { type CampaignTexts, campaignTexts } from "../../../contract/texts/workspace/campaigns.ts";
import { queries } from "../../_data/queries.ts";
import { useChanges } from "../../_data/ServerData.tsx";
import { useLoad } from "../../_data/useLoad.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { Button } from "../../_parts/Button.tsx";
import { WhenLoaded } from "../../_parts/WhenLoaded.tsx";

/** The links of a campaign's mail, each with the people who followed it; machines stand apart. */
export function CampaignLinks({ campaign }: { campaign: Campaign }) {
  const texts = useTexts(campaignTexts);
  const links = useLoad(queries.campaignLinks(campaign._id));
  const { heard } = useChanges();
  return (
    <div className="ledger">
      <div className="ledger-tools">
        <p className="muted">{texts.links.programsApart}</p>
        <Button
          disabled={links.refreshing}
          // The campaign's own counts keep up with them.
          onClick={() => heard("campaigns")}
        >
          {texts.refresh}
        </Button>
      </div>
      <WhenLoaded what={texts.links.what} loaded={links} rows={2}>
        {(followed) => <LinkList links={followed} subject={campaign.subject} />}
      </WhenLoaded>
    </div>
  );
}

function LinkList({ links, subject }: { links: readonly CampaignLink[]; subject: string }) {
  const texts = useTexts(campaignTexts);
  if (links.length === 0) return <p className="muted">{texts.links.none}</p>;
  // The bars are drawn to the most followed one, so that they can be told apart in a large campaign too.
  const peopleMax = Math.max(1, ...links.map(({ people }) => people));
  return (
    <ol className="link-list" aria-label={texts.links.of(subject)}>
      {links.map((link) => (
        <li key={link._id}>
          <span className="link-url">{link.url}</span>
          <meter aria-label={texts.links.peopleOf(link.url)} max={peopleMax} value={link.people} />
          <span className="link-counts">{countsText(link, texts)}</span>
        </li>
      ))}
    </ol>
  );
}

function countsText({ people, clicks, machineClicks }: CampaignLink, texts: CampaignTexts): string {
  return [
    texts.links.people(people),
    texts.links.clicks(clicks),
    ...(machineClicks === 0 ? [] : [texts.links.byPrograms(machineClicks)]),
  ].join(", ");
}
