import { type ConsentReading, readConsent } from "../../../contract/imports/consent.ts";
import { answersHeading, readOptin } from "../../../contract/imports/optin.ts";
import { type OptoutReading, readOptout } from "../../../contract/imports/optout.ts";
import { isStatus, type OptoutSense } from "../../../contract/imports/optoutReaders.ts";
import { readStatus, saysUnmailed } from "../../../contract/imports/statusWords.ts";
import { importLimits } from "../../../contract/limits/imports.ts";
import type { UnreadColumn } from "../../../contract/schemas/imports.ts";
import type { SheetColumn } from "../../sheets/messages.ts";
import type { Reading } from "./messages.ts";

/** What a column may say: who unsubscribed, who did not, or who agreed to tracking; a status says the first two by its words. */
const senses = ["unsubscribed", "subscribed", "statusUnsubscribed", "statusSubscribed", "consent"] as const;
type Sense = (typeof senses)[number];
const statusSenses = { unsubscribed: "statusUnsubscribed", subscribed: "statusSubscribed" } as const;

/** `values` are distinct. */
type Unread = { count: number; values: Set<string> };
type Said = Record<Exclude<Sense, "consent">, OptoutReading> & { consent: ConsentReading };
type Look = {
  /** Cells that are not blank. */
  filled: number;
  unread: Record<Sense, Unread>;
  /** The meaning of values seen before, since most cells of such a column repeat. */
  known: Map<string, Said>;
  isLeaving: boolean;
  isAnswering: boolean;
  /** Whether a word of a status says that somebody is mailed, and whether one says that somebody is not. */
  isStaying: boolean;
  isUnmailed: boolean;
};

/**
 * Finds out for every column what it would say about who unsubscribed, who did not, or who agreed to tracking, since any
 * column may be chosen for it. A column of names or addresses is soon ruled out; one with few distinct values is read to
 * its end, as only its last cell may say that somebody unsubscribed.
 */
export function createOptoutLook() {
  const looks: Look[] = [];
  let rowCount = 0;
  return {
    add(cells: readonly string[]): void {
      rowCount += 1;
      for (const [index, cell] of cells.entries()) {
        if (cell === "") continue;
        looks[index] ??= newLook();
        lookAt(looks[index] as Look, cell);
      }
    },

    result(
      columns: readonly SheetColumn[],
    ): Pick<Reading, "unread" | "unreadSubscribed" | "unreadConsent" | "leaving" | "answering"> {
      const found = columns.map(({ index, name }) => ({ name, look: looks[index] ?? newLook() }));
      const namesOf = (fits: (look: Look) => boolean) =>
        found.filter(({ look }) => fits(look)).map(({ name }) => name);
      return {
        unread: found.flatMap((column) => unreadAs("unsubscribed", { ...column, rowCount })),
        unreadSubscribed: found.flatMap((column) => unreadAs("subscribed", { ...column, rowCount })),
        unreadConsent: found.flatMap(({ name, look }) => unreadOf(name, look.unread.consent, 0)),
        leaving: namesOf((look) => look.isLeaving || isWhollyStatus(look)),
        answering: namesOf(({ isAnswering }) => isAnswering),
      };
    },
  };
}

function newLook(): Look {
  const nothing = (): Unread => ({ count: 0, values: new Set() });
  const unread = Object.fromEntries(senses.map((sense) => [sense, nothing()])) as Record<Sense, Unread>;
  const found = { isLeaving: false, isAnswering: false, isStaying: false, isUnmailed: false };
  return { filled: 0, unread, known: new Map(), ...found };
}

function lookAt(look: Look, cell: string): void {
  look.filled += 1;
  const open = senses.filter((sense) => !isVaried(look.unread[sense]));
  if (open.length === 0) return;
  const said = look.known.get(cell) ?? readingOf(look, cell);
  for (const sense of open) {
    if (said[sense] !== "unread") continue;
    const unread = look.unread[sense];
    unread.count += 1;
    if (unread.values.size < importLimits.unreadDifferent)
      unread.values.add(cell.trim().replace(/\s+/g, " ").slice(0, importLimits.unreadCharacters));
  }
}

function isVaried({ count, values }: Unread): boolean {
  return count >= importLimits.unreadMax && values.size === importLimits.unreadDifferent;
}

function readingOf(look: Look, cell: string): Said {
  const status = readStatus(cell);
  const unsubscribed = readOptout(cell);
  const subscribed = readOptin(cell);
  const said = {
    ...{ unsubscribed, subscribed, consent: readConsent(cell) },
    statusUnsubscribed: status === "unread" ? unsubscribed : status,
    statusSubscribed: status === "unread" ? subscribed : status,
  };
  if (look.known.size < importLimits.unreadDifferent) look.known.set(cell, said);
  look.isLeaving ||= status === "yes" && saysUnmailed(cell);
  if (subscribed !== "unread") look.isAnswering ||= answersHeading(cell);
  look.isStaying ||= status === "no";
  look.isUnmailed ||= status === "yes";
  return said;
}

/** Whether a column has words of a status and no others: "enabled" and "disabled" are about mails then. */
function isWhollyStatus({ isStaying, isUnmailed, unread }: Look): boolean {
  return isStaying && isUnmailed && unread.statusUnsubscribed.count === 0;
}

type Found = { name: string; look: Look; rowCount: number };

/** Where a status says of some that they are mailed, a blank says it of nobody. */
function unreadAs(sense: OptoutSense, { name, look, rowCount }: Found): UnreadColumn[] {
  const isRead = isStatus(name);
  const asks = sense === "subscribed" || (isRead && look.isStaying);
  const unread = look.unread[isRead ? statusSenses[sense] : sense];
  return unreadOf(name, unread, asks ? rowCount - look.filled : 0);
}

/** A blank comes first if it is among the values that are not understood. */
function unreadOf(column: string, { count, values }: Unread, blankCount: number): UnreadColumn[] {
  if (count + blankCount === 0) return [];
  const all = blankCount === 0 ? [...values] : ["", ...values];
  return [{ column, count: count + blankCount, values: all.slice(0, importLimits.unreadShown) }];
}
