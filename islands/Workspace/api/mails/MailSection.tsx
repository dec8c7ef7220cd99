import { useState } from "react";
import { parseAddress } from "../../../../contract/address.ts";
import { screenLimits } from "../../../../contract/limits/screen.ts";
import { withFallbacks } from "../../../../contract/mergeFields.ts";
import {
  type TransactionalMail,
  type TransactionalState,
  transactionalStates,
} from "../../../../contract/schemas/transactional.ts";
import { type MailTexts, mailTexts } from "../../../../contract/texts/workspace/mails.ts";
import { queries } from "../../../_data/queries.ts";
import { useDebounced } from "../../../_data/useDebounced.ts";
import { useLoad } from "../../../_data/useLoad.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { useWords } from "../../../_data/useWords.ts";
import { Button } from "../../../_parts/Button.tsx";
import { EmptyState } from "../../../_parts/EmptyState.tsx";
import { Field } from "../../../_parts/fields/Field.tsx";
import { SelectField } from "../../../_parts/fields/SelectField.tsx";
import { cursorTurns, PageTurn } from "../../../_parts/PageTurn.tsx";
import { Table, type TableColumn } from "../../../_parts/Table.tsx";
import { WhenLoaded } from "../../../_parts/WhenLoaded.tsx";
import { CodeExample } from "../CodeExample.tsx";
import { MailDialog } from "./MailDialog.tsx";
import { MailMoment } from "./MailMoment.tsx";
import { MailState } from "./MailState.tsx";
import { type LogQuery, mailQueries } from "./questions.ts";
import { Suppressions } from "./Suppressions.tsx";

/** Transactional mails: the log with the history of each mail, and the suppressed addresses. */
export default function MailSection() {
  const texts = useTexts(mailTexts);
  return (
    <section className="mail-section" aria-labelledby="mails">
      <h3 id="mails">{texts.title}</h3>
      <p className="muted">{texts.intro}</p>
      <MailLog />
      <Suppressions />
    </section>
  );
}

function MailLog() {
  const texts = useTexts(mailTexts);
  // Until the public URL is known, the page's own origin is used.
  const baseUrl = useLoad(queries.overview()).value?.baseUrl ?? location.origin;
  const [typed, setTyped] = useState("");
  const [state, setState] = useState<TransactionalState | "">("");
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const [openId, setOpenId] = useState<string | null>(null);
  const email = useDebounced(typed.trim(), screenLimits.searchPauseMs);
  const before = cursors.at(-1);
  const query: LogQuery = {
    ...(state === "" ? {} : { state }),
    // The search matches whole addresses only, so an incomplete one is not sent.
    ...(parseAddress(email).ok ? { email } : {}),
    ...(before === undefined ? {} : { before }),
  };
  const page = useLoad(mailQueries.log(query));
  const isFiltered = Object.keys(query).length > 0;
  const next = page.value?.next ?? null;
  const anew = (change: () => void) => {
    change();
    setCursors([]);
  };
  return (
    <>
      <div className="mail-tools">
        <Field
          label={texts.search}
          hint={texts.searchHint}
          type="search"
          value={typed}
          onChange={({ target }) => anew(() => setTyped(target.value))}
        />
        <SelectField
          label={texts.state}
          value={state}
          onChange={({ target }) => anew(() => setState(target.value as TransactionalState | ""))}
        >
          <option value="">{texts.every}</option>
          {transactionalStates.map((one) => (
            <option key={one} value={one}>
              {texts.states[one]}
            </option>
          ))}
        </SelectField>
      </div>
      <WhenLoaded what={texts.what} loaded={page} rows={5}>
        {({ items }) =>
          items.length > 0 ? (
            <MailTable mails={items} isOld={page.isOld} open={setOpenId} />
          ) : isFiltered ? (
            <p className="muted">{texts.none}</p>
          ) : (
            <NoMails baseUrl={baseUrl} />
          )
        }
      </WhenLoaded>
      <PageTurn
        words={{ previous: texts.newer, next: texts.older }}
        {...cursorTurns(cursors, next, setCursors)}
      />
      <MailDialog id={openId} close={() => setOpenId(null)} />
    </>
  );
}

function MailTable({
  mails,
  isOld,
  open,
}: {
  mails: readonly TransactionalMail[];
  isOld: boolean | undefined;
  open: (id: string) => void;
}) {
  const texts = useTexts(mailTexts);
  return (
    <Table
      caption={texts.what}
      columns={columnsOf(texts, open)}
      rows={mails}
      isOld={isOld}
      rowKey={({ id }) => id}
      blocksBelowPx={720}
    />
  );
}

function columnsOf(texts: MailTexts, open: (id: string) => void): TableColumn<TransactionalMail>[] {
  const { columns } = texts;
  return [
    {
      key: "to",
      title: columns.to,
      cell: ({ id, email }) => (
        <Button variant="quiet" aria-label={texts.open(email)} onClick={() => open(id)}>
          {email}
        </Button>
      ),
    },
    {
      key: "subject",
      title: columns.subject,
      cell: ({ subject }) => <span className="mail-subject">{withFallbacks(subject)}</span>,
    },
    { key: "kind", title: columns.kind, cell: ({ kind }) => kind },
    { key: "state", title: columns.state, cell: (mail) => <StateCell mail={mail} /> },
    { key: "when", title: columns.when, cell: ({ createdAt }) => <MailMoment at={createdAt} /> },
  ];
}

function StateCell({ mail }: { mail: TransactionalMail }) {
  const words = useWords();
  const why = mail.cause && words(mail.cause, mail.reason ?? "");
  return (
    <>
      <MailState state={mail.state} />
      {why && mail.state !== "sent" ? <span className="mail-why muted">{why}</span> : null}
    </>
  );
}

/** Shown while there are no mails: how a program sends one. */
function NoMails({ baseUrl }: { baseUrl: string }) {
  const texts = useTexts(mailTexts);
  return (
    <>
      <EmptyState title={texts.empty.title}>{texts.empty.text}</EmptyState>
      <CodeExample
        title={texts.empty.example}
        code={`curl ${baseUrl}/email/transactional \\
  -H "authorization: Bearer $AMPLIFY_TOKEN" \\
  -H 'content-type: application/json' \\
  -H 'idempotency-key: order-1042' \\
  -d '{"template":"…","subject":"Your order {{number}}","to":[{"email":"ann@example.com"}],"values":{"number":1042}}'`}
      />
    </>
  );
}
