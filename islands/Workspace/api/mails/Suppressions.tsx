import { type FormEvent, useState } from "react";
import {
  everyKind,
  type KindSuppression,
  type SuppressionCause,
  suppressionCauses,
} from "../../../../contract/schemas/transactional.ts";
import { mailTexts } from "../../../../contract/texts/workspace/mails.ts";
import { browserClient } from "../../../_data/browserClient.ts";
import { useAction } from "../../../_data/useAction.ts";
import { useLoad } from "../../../_data/useLoad.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Button } from "../../../_parts/Button.tsx";
import { Field } from "../../../_parts/fields/Field.tsx";
import { SelectField } from "../../../_parts/fields/SelectField.tsx";
import { useFocusHome } from "../../../_parts/lostFocus.ts";
import { Notice } from "../../../_parts/Notice.tsx";
import { cursorTurns, PageTurn } from "../../../_parts/PageTurn.tsx";
import { Table } from "../../../_parts/Table.tsx";
import { WhenLoaded } from "../../../_parts/WhenLoaded.tsx";
import { useWorkspace } from "../../shell/WorkspaceContext.ts";
import { MailMoment } from "./MailMoment.tsx";
import { mailQueries } from "./questions.ts";

/** Addresses that get no transactional mails of a kind, or none at all: lists, adds and removes them. */
export function Suppressions() {
  const { suppressions: texts, newer, older } = useTexts(mailTexts);
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const page = useLoad(mailQueries.suppressions(cursors.at(-1)));
  const next = page.value?.next ?? null;
  const title = useFocusHome<HTMLHeadingElement>(page.value?.items.length, true);
  return (
    <section className="mail-suppressions" aria-labelledby="suppressions">
      <h3 ref={title} id="suppressions" tabIndex={-1}>
        {texts.title}
      </h3>
      <p className="muted">{texts.intro}</p>
      <AddSuppression />
      <WhenLoaded what={texts.what} loaded={page} rows={3}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="muted">{texts.none}</p>
          ) : (
            <SuppressionTable rows={items} isOld={page.isOld} />
          )
        }
      </WhenLoaded>
      <PageTurn words={{ previous: newer, next: older }} {...cursorTurns(cursors, next, setCursors)} />
    </section>
  );
}

function SuppressionTable({ rows, isOld }: { rows: readonly KindSuppression[]; isOld: boolean | undefined }) {
  const { suppressions: texts } = useTexts(mailTexts);
  const { announce } = useWorkspace();
  const remove = useAction(async (id: string) => {
    const { message } = await browserClient("DELETE /email/suppressions/{id}", { params: { id } });
    announce("sent", message);
  });
  return (
    <>
      {remove.message === "" ? null : <Notice status="failed">{remove.message}</Notice>}
      <Table
        caption={texts.what}
        rows={rows}
        isOld={isOld}
        rowKey={({ id }) => id}
        blocksBelowPx={720}
        columns={[
          { key: "email", title: texts.email, cell: ({ email }) => email },
          {
            key: "kind",
            title: texts.kind,
            cell: ({ kind }) => (kind === everyKind ? texts.everyKind : kind),
          },
          { key: "cause", title: texts.cause, cell: ({ cause }) => texts.causes[cause] },
          { key: "since", title: texts.since, cell: ({ createdAt }) => <MailMoment at={createdAt} /> },
          {
            key: "remove",
            title: texts.change,
            cell: ({ id, email }) => (
              <Button
                variant="quiet"
                aria-label={texts.removeWhom(email)}
                aria-disabled={remove.running}
                onClick={() => void remove.run(id)}
              >
                {texts.remove}
              </Button>
            ),
          },
        ]}
      />
    </>
  );
}

function AddSuppression() {
  const { suppressions: texts } = useTexts(mailTexts);
  const [email, setEmail] = useState("");
  const [kind, setKind] = useState("");
  const [cause, setCause] = useState<SuppressionCause>("asked");
  const { announce } = useWorkspace();
  const add = useAction(async () => {
    const body = { email, kind: kind.trim() || everyKind, cause };
    const added = await browserClient("POST /email/suppressions", { body });
    announce("sent", texts.added(added.email));
  });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await add.run()) setEmail("");
  };
  return (
    <form className="mail-tools" onSubmit={submit}>
      <Field
        label={texts.email}
        type="email"
        required
        value={email}
        onChange={({ target }) => setEmail(target.value)}
      />
      <Field
        label={texts.kind}
        hint={texts.kindHint}
        value={kind}
        onChange={({ target }) => setKind(target.value)}
      />
      <SelectField
        label={texts.cause}
        value={cause}
        onChange={({ target }) => setCause(target.value as SuppressionCause)}
      >
        {suppressionCauses.map((one) => (
          <option key={one} value={one}>
            {texts.causes[one]}
          </option>
        ))}
      </SelectField>
      <Button type="submit" aria-disabled={add.running}>
        {add.running ? texts.adding : texts.add}
      </Button>
      {add.message === "" ? null : <Notice status="failed">{add.message}</Notice>}
    </form>
  );
}
