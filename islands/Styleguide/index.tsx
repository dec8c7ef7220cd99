import { Badge } from "../_parts/Badge.tsx";
import { Button } from "../_parts/Button.tsx";
import { EmptyState } from "../_parts/EmptyState.tsx";
import { FailedState } from "../_parts/FailedState.tsx";
import { Notice } from "../_parts/Notice.tsx";
import { ProgressBar } from "../_parts/ProgressBar.tsx";
import { SegmentBar } from "../_parts/SegmentBar.tsx";
import { SkeletonRows } from "../_parts/SkeletonRows.tsx";
import { Table } from "../_parts/Table.tsx";
import { Tabs } from "../_parts/Tabs.tsx";
import { Choices, Fields } from "./Fields.tsx";
import { Floating } from "./Floating.tsx";
import { Specimen } from "./Specimen.tsx";

const statuses = ["sent", "waiting", "failed", "uncertain"] as const;

/** Every shared part in every state it has, each documented by being used. */
export default function Styleguide() {
  return (
    <div className="specimens">
      <Specimen
        name="Button"
        note="Verbs. One primary in view. Danger for what cannot be undone. Disabled stays readable."
      >
        <div className="specimen-row">
          <Button variant="primary">Send Email</Button>
          <Button>Import</Button>
          <Button variant="quiet">Cancel</Button>
          <Button variant="danger">Delete</Button>
          <Button disabled>Saved</Button>
          <Button variant="primary" disabled>
            Sending…
          </Button>
        </div>
        <div className="specimen-row">
          <Button variant="primary" size="large">
            Create account
          </Button>
          <Button size="large">Login</Button>
        </div>
      </Specimen>
      <Fields />
      <Choices />
      <Floating />
      <Specimen
        name="Tabs"
        note="A few views of one thing. Arrows, Home and End move; what is hidden stays as it was."
      >
        <Tabs
          label="A template"
          tabs={[
            { key: "design", title: "Design", content: <p>Blocks on paper.</p> },
            { key: "text", title: "Plain text", content: <p>What a terminal shows.</p> },
            { key: "preview", title: "Preview", content: <p>As Mara will see it.</p> },
          ]}
        />
      </Specimen>
      <Specimen
        name="Badge and notice"
        note="A word, a shape and a colour: never the colour alone. Colours of status mean status and nothing else."
      >
        <div className="specimen-row">
          {statuses.map((status) => (
            <Badge key={status} status={status}>
              {status}
            </Badge>
          ))}
          <Badge>newsletter</Badge>
        </div>
        {statuses.map((status) => (
          <Notice key={status} status={status}>
            <p>12 addresses were {status}: 9 had opted out, 3 appear twice.</p>
          </Notice>
        ))}
        <Notice>
          <p>Said without weight.</p>
        </Notice>
      </Specimen>
      <Specimen name="Progress" note="On anything over a second. Without a value it says that, not how far.">
        <ProgressBar label="812 of 1,000 rows" value={812} max={1_000} />
        <ProgressBar label="Reading the file" max={1} />
        <SegmentBar
          label="812/1000 Sent"
          total={1_000}
          segments={[
            { status: "sent", count: 812, word: "sent" },
            { status: "failed", count: 40, word: "failed" },
            { status: "uncertain", count: 1, word: "uncertain" },
          ]}
        />
      </Specimen>
      <Lists />
    </div>
  );
}

function Lists() {
  return (
    <>
      <Specimen name="Table" note="Short lists; figures at the end, so that their digits line up.">
        <Table
          caption="Leads"
          columns={[
            { key: "name", title: "Name", cell: (row) => row.name },
            { key: "email", title: "Email", cell: (row) => row.email },
            { key: "sent", title: "Sent", align: "end", cell: (row) => row.sent.toLocaleString("en-US") },
          ]}
          rows={[
            { name: "Ada Lovelace", email: "ada@example.com", sent: 12 },
            { name: "Grace Hopper", email: "grace@example.com", sent: 1_204 },
          ]}
          rowKey={(row) => row.name}
        />
      </Specimen>
      <Specimen
        name="Skeleton"
        note="Where rows are coming, as many as there will be, so that nothing jumps."
      >
        <SkeletonRows rows={3} />
      </Specimen>
      <Specimen name="Empty and failed" note="What belongs here, and the first step; or why not, and again.">
        <EmptyState title="No leads yet" action={<Button variant="primary">Import a file</Button>}>
          Import a spreadsheet or add the first one by hand.
        </EmptyState>
        <FailedState what="Your leads" loaded={{ message: "The server did not answer.", reload: () => {} }} />
      </Specimen>
    </>
  );
}
