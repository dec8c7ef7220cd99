import type { ApiKey } from "../../../../contract/schemas/keys.ts";
import { type KeyTexts, keyTexts } from "../../../../contract/texts/workspace/keys.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Badge } from "../../../_parts/Badge.tsx";
import { Button } from "../../../_parts/Button.tsx";
import { Table, type TableColumn } from "../../../_parts/Table.tsx";
import { momentText } from "../momentText.ts";

/** One line for each key. */
export function KeyRows({ keys, onRevoke }: { keys: readonly ApiKey[]; onRevoke: (key: ApiKey) => void }) {
  const texts = useTexts(keyTexts);
  const columns: TableColumn<ApiKey>[] = [
    { key: "name", title: texts.columns.name, cell: (key) => <Named of={key} texts={texts} /> },
    { key: "scopes", title: texts.columns.scopes, cell: (key) => <Allowed to={key} texts={texts} /> },
    { key: "used", title: texts.columns.used, cell: (key) => <Used by={key} texts={texts} /> },
    { key: "expires", title: texts.columns.expires, cell: (key) => <Expiry of={key} texts={texts} /> },
    {
      key: "actions",
      title: texts.columns.actions,
      align: "end",
      cell: (key) => (
        <Button variant="quiet" aria-label={texts.revokeWhat(key.name)} onClick={() => onRevoke(key)}>
          {texts.revoke}
        </Button>
      ),
    },
  ];
  return (
    <div className="key-rows">
      <Table
        caption={texts.what}
        columns={columns}
        rows={keys}
        rowKey={({ _id }) => _id}
        blocksBelowPx={720}
      />
    </div>
  );
}

function Named({ of, texts }: { of: ApiKey; texts: KeyTexts }) {
  return (
    <>
      <strong>{of.name}</strong>
      <span className="muted key-line">
        {texts.ends(of.lastFour)}
        {of.createdBy === null ? "" : `, ${texts.made(of.createdBy)}`}
      </span>
    </>
  );
}

function Allowed({ to, texts }: { to: ApiKey; texts: KeyTexts }) {
  const { bounds } = texts;
  const only = [
    ...(to.collections === null ? [] : [bounds.collections(to.collections.length)]),
    ...(to.accounts === null ? [] : [bounds.accounts(to.accounts.length)]),
    ...(to.addresses === null ? [] : [bounds.addresses(to.addresses.length)]),
  ];
  return (
    <>
      {texts.scopesOf(to.scopes)}
      {only.length === 0 ? null : <span className="muted key-line">{bounds.only(only)}</span>}
    </>
  );
}

function Used({ by, texts }: { by: ApiKey; texts: KeyTexts }) {
  if (by.lastUsedAt === null) return texts.never;
  return (
    <>
      {momentText(by.lastUsedAt)}
      {by.lastAddress === null ? null : <span className="muted key-line">{texts.from(by.lastAddress)}</span>}
    </>
  );
}

function Expiry({ of, texts }: { of: ApiKey; texts: KeyTexts }) {
  if (of.expiresAt === null) return texts.never;
  return of.isExpired ? <Badge status="failed">{texts.expired}</Badge> : momentText(of.expiresAt);
}
