import { useState } from "react";
import { Refusal } from "../../../../contract/errors.ts";
import { screenLimits } from "../../../../contract/limits/screen.ts";
import type { ApiRequest, RequestQuery } from "../../../../contract/schemas/keys.ts";
import { statusClasses } from "../../../../contract/schemas/keyWords.ts";
import { type KeyTexts, keyTexts } from "../../../../contract/texts/workspace/keys.ts";
import { queries } from "../../../_data/queries.ts";
import { type Action, useAction } from "../../../_data/useAction.ts";
import { useDebounced } from "../../../_data/useDebounced.ts";
import { type Loaded, useLoad } from "../../../_data/useLoad.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Badge } from "../../../_parts/Badge.tsx";
import { Button } from "../../../_parts/Button.tsx";
import { EmptyState } from "../../../_parts/EmptyState.tsx";
import { Field } from "../../../_parts/fields/Field.tsx";
import { SelectField } from "../../../_parts/fields/SelectField.tsx";
import { Notice } from "../../../_parts/Notice.tsx";
import { Table, type TableColumn } from "../../../_parts/Table.tsx";
import { WhenLoaded } from "../../../_parts/WhenLoaded.tsx";
import { momentText } from "../momentText.ts";

type Filters = Pick<RequestQuery, "keyId" | "status" | "method" | "path">;
const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/** What is shown stays where no answer came, which the button that was pressed has to say itself. */
function useLookAgain({ reload }: Pick<Loaded<unknown>, "reload">): Action<[]> {
  return useAction(async () => {
    const { error } = (await reload()) as { error: unknown };
    if (error instanceof Refusal && error.unreached) throw error;
  });
}

/** The recent calls made with keys, with a search. */
export default function Requests() {
  const texts = useTexts(keyTexts);
  const [filters, setFilters] = useState<Filters>({});
  const [before, setBefore] = useState<string | undefined>();
  const asked = useDebounced(filters, screenLimits.countPauseMs);
  const page = useLoad(queries.requests({ ...asked, ...(before === undefined ? {} : { before }) }));
  const looking = useLookAgain(page);
  const change = (changed: Filters) => {
    setBefore(undefined);
    setFilters(Object.fromEntries(Object.entries({ ...filters, ...changed }).filter(([, value]) => value)));
  };
  const isFiltered = Object.keys(asked).length > 0 || before !== undefined;
  const { requests } = texts;
  return (
    <section className="api-section" aria-label={requests.title}>
      <header className="account-head">
        <h3>{requests.title}</h3>
        <Button variant="quiet" onClick={() => void looking.run()}>
          {requests.refresh}
        </Button>
      </header>
      <p className="muted">{requests.about}</p>
      <FilterFields filters={filters} texts={texts} onChange={change} />
      {looking.message === "" ? null : <Notice status="failed">{looking.message}</Notice>}
      <WhenLoaded what={requests.what} loaded={page} rows={6}>
        {({ items, next }) => (
          <>
            {items.length > 0 ? (
              <div className="request-rows">
                <Table
                  caption={requests.what}
                  columns={columnsIn(texts)}
                  rows={items}
                  isOld={page.isOld}
                  rowKey={idOf}
                  blocksBelowPx={1240}
                />
              </div>
            ) : isFiltered ? (
              <p>{requests.none}</p>
            ) : (
              <EmptyState title={requests.empty.title}>{requests.empty.text}</EmptyState>
            )}
            <div className="actions">
              {before === undefined ? null : (
                <Button onClick={() => setBefore(undefined)}>{requests.newest}</Button>
              )}
              {next === null ? null : <Button onClick={() => setBefore(next)}>{requests.more}</Button>}
            </div>
          </>
        )}
      </WhenLoaded>
    </section>
  );
}

const idOf = ({ _id }: ApiRequest) => _id;

type Filtering = { filters: Filters; texts: KeyTexts; onChange: (changed: Filters) => void };

function FilterFields({ filters, texts, onChange }: Filtering) {
  const keys = useLoad(queries.keys()).value ?? [];
  const { filters: words } = texts.requests;
  const select = (name: "keyId" | "status" | "method") => ({
    value: filters[name] ?? "",
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value } as Filters),
  });
  return (
    <div className="request-filters">
      <SelectField label={words.key} {...select("keyId")}>
        <option value="">{words.anyKey}</option>
        {keys.map(({ _id, name }) => (
          <option key={_id} value={_id}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField label={words.status} {...select("status")}>
        <option value="">{words.anyStatus}</option>
        {statusClasses.map((status) => (
          <option key={status}>{status}</option>
        ))}
      </SelectField>
      <SelectField label={words.method} {...select("method")}>
        <option value="">{words.anyMethod}</option>
        {methods.map((method) => (
          <option key={method}>{method}</option>
        ))}
      </SelectField>
      <Field
        label={words.path}
        type="search"
        value={filters.path ?? ""}
        onChange={(event) => onChange({ path: event.target.value })}
      />
    </div>
  );
}

function columnsIn({ requests }: KeyTexts): TableColumn<ApiRequest>[] {
  const { columns } = requests;
  return [
    { key: "at", title: columns.at, cell: ({ at }) => momentText(at) },
    { key: "method", title: columns.method, cell: ({ method }) => method },
    { key: "path", title: columns.path, cell: ({ path }) => <code>{path}</code> },
    {
      key: "status",
      title: columns.status,
      cell: ({ status }) => <Badge status={status < 400 ? "sent" : "failed"}>{String(status)}</Badge>,
    },
    { key: "tookMs", title: columns.tookMs, align: "end", cell: ({ tookMs }) => requests.tookMs(tookMs) },
    { key: "key", title: columns.key, cell: ({ keyName }) => keyName },
    { key: "id", title: columns.id, cell: ({ _id }) => <code>{_id}</code> },
  ];
}
