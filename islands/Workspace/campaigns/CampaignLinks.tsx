import { browserClient } from "../../_data/browserClient.ts";
import { useLoad } from "../../_data/useLoad.ts";
import { Button } from "../../_parts/Button.tsx";
import { FailedState } from "../../_parts/FailedState.tsx";
import { SkeletonRows } from "../../_parts/SkeletonRows.tsx";
import { Table } from "../../_parts/Table.tsx";

/** The links of a campaign's mail, each with the people who followed it; machines stand apart. */
export function CampaignLinks({
  campaignId,
  subject,
  onRefresh,
}: {
  campaignId: string;
  subject: string;
  /** Called when the counts are asked for again, so that the campaign's own keep up with them. */
  onRefresh: () => void;
}) {
  const links = useLoad(`links ${campaignId}`, (signal) =>
    browserClient("GET /amplify/campaigns/{id}/links", { params: { id: campaignId } }, { signal }),
  );
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
      {links.value === undefined || links.value.length === 0 ? null : (
        <Table
          caption={`Links of ${subject}`}
          rows={links.value}
          rowKey={(link) => link._id}
          columns={[
            { key: "url", title: "Link", cell: ({ url }) => <span className="link-url">{url}</span> },
            { key: "people", title: "People", align: "end", cell: ({ people }) => people },
            { key: "clicks", title: "Clicks", align: "end", cell: ({ clicks }) => clicks },
            {
              key: "machines",
              title: "Programs",
              align: "end",
              cell: ({ machineClicks }) => machineClicks,
            },
          ]}
        />
      )}
    </div>
  );
}
