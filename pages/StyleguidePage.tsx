import { Badge } from "../islands/_parts/Badge.tsx";
import { Button } from "../islands/_parts/Button.tsx";
import { EmptyState } from "../islands/_parts/EmptyState.tsx";
import { Field } from "../islands/_parts/Field.tsx";
import { Notice } from "../islands/_parts/Notice.tsx";
import { Progress } from "../islands/_parts/Progress.tsx";
import { SelectField } from "../islands/_parts/SelectField.tsx";
import { Table } from "../islands/_parts/Table.tsx";

const statuses = ["sent", "waiting", "failed", "uncertain"] as const;

/** Every shared part on one page, to be looked at and measured. */
export function StyleguidePage() {
  return (
    <div className="band">
      <h1>Style guide</h1>
      <div className="columns">
        <section className="card">
          <h2>Buttons</h2>
          <Button variant="primary">Send</Button>
          <Button>Import</Button>
          <Button variant="quiet">Cancel</Button>
          <Button variant="danger">Delete</Button>
          <Button disabled>Saved</Button>
        </section>
        <section className="card">
          <h2>Fields</h2>
          <Field
            label="Email"
            type="email"
            hint="We write only when you ask."
            placeholder="you@example.com"
          />
          <Field label="Password" type="password" error="Please enter username and password" />
          <Field label="Account" value="locked@example.com" readOnly />
          <SelectField label="Provider">
            <option>google</option>
            <option>outlook</option>
          </SelectField>
        </section>
        <section className="card">
          <h2>States</h2>
          <p>
            {statuses.map((status) => (
              <Badge key={status} status={status}>
                {status}
              </Badge>
            ))}
            <Badge>newsletter</Badge>
          </p>
          {statuses.map((status) => (
            <Notice key={status} status={status}>
              12 addresses were {status}.
            </Notice>
          ))}
          <Progress label="812/1,000 Sent" value={812} max={1_000} />
          <Progress label="1,000/1,000 Sent" value={1_000} max={1_000} state="done" />
          <Progress label="Reading the file" max={1} />
        </section>
      </div>
      <Table
        caption="Leads"
        columns={[
          { key: "name", title: "Name", cell: (row) => row.name },
          { key: "sent", title: "Sent", align: "end", cell: (row) => row.sent },
        ]}
        rows={[
          { name: "Ada Lovelace", sent: 12 },
          { name: "Grace Hopper", sent: 1_204 },
        ]}
        rowKey={(row) => row.name}
      />
      <EmptyState title="No leads yet" action={<Button variant="primary">Import a file</Button>}>
        Import a spreadsheet or add the first one by hand.
      </EmptyState>
    </div>
  );
}
