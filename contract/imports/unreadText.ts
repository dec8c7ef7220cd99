import { importLimits } from "../limits/imports.ts";
import type { ColumnChoice, UnreadColumn } from "../schemas/imports.ts";
import type { UnreadTexts } from "../texts/unread.ts";

type Unread = { unread: readonly UnreadColumn[]; unreadSubscribed: readonly UnreadColumn[] };

/** Of all columns with values that are neither a yes nor a no those that are to say who unsubscribed, or who did not. */
export function unreadIn({ unread, unreadSubscribed }: Unread, columns: ColumnChoice): UnreadColumn[] {
  return [
    ...unread.filter(({ column }) => columns.unsubscribed.includes(column)),
    ...unreadSubscribed.filter(({ column }) => columns.subscribed.includes(column)),
  ];
}

/** Of all columns with values that say nothing of a consent those that are to say it. */
export function unreadConsentIn(
  { unreadConsent = [] }: { unreadConsent?: readonly UnreadColumn[] | undefined },
  { consent = [] }: Pick<ColumnChoice, "consent">,
): UnreadColumn[] {
  return unreadConsent.filter(({ column }) => consent.includes(column));
}

/** What could not be read, in a sentence a column. */
export function unreadText(
  unread: readonly (Omit<UnreadColumn, "values"> & { values: readonly string[] })[],
  texts: UnreadTexts,
): string {
  const { unreadShown, unreadMax } = importLimits;
  return texts.columns(
    unread.map(({ column, count, values }) =>
      texts.column({
        column,
        count,
        values,
        isMore: count === unreadMax,
        hasOthers: values.length === unreadShown && count > values.length,
      }),
    ),
  );
}
