import { type ConsentReading, readConsent } from "../../../contract/imports/consent.ts";
import { answersHeading, readOptin } from "../../../contract/imports/optin.ts";
import { type OptoutReading, readOptout } from "../../../contract/imports/optout.ts";
import { isStatus, type OptoutSense } from "../../../contract/imports/optoutReaders.ts";
import { areSubscribers, isLapsed, readStatus, saysUnmailed } from "../../../contract/imports/statusWords.ts";
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
type Said = Record<Exclude<Sense, "consent">, OptoutReading> & { consent: ConsentReading; isLapsed: boolean };
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
  /** The words among them that may say something else, and how many cells have one. */
  lapsed: Unread;
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
      const names = columns.map(({ name }) => name);
      const found = columns.map(({ index, name }) => {
        const look = looks[index] ?? newLook();
        const asks = look.lapsed.count > 0 && !areSubscribers(names.filter((other) => other !== name));
        return { name, look, lapsed: asks ? look.lapsed : nothing() };
      });
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

const nothing = (): Unread => ({ count: 0, values: new Set() });

function newLook(): Look {
  const unread = Object.fromEntries(senses.map((sense) => [sense, nothing()])) as Record<Sense, Unread>;
  const found = { isLeaving: false, isAnswering: false, isStaying: false, isUnmailed: false };
  return { filled: 0, unread, known: new Map(), lapsed: nothing(), ...found };
}

function lookAt(look: Look, cell: string): void {
  look.filled += 1;
  const open = senses.filter((sense) => !isVaried(look.unread[sense]));
  if (open.length === 0) return;
  const said = look.known.get(cell) ?? readingOf(look, cell);
  for (const sense of open) {
    if (said[sense] === "unread") addTo(look.unread[sense], cell);
  }
  if (said.isLapsed) addTo(look.lapsed, cell);
}

function addTo(unread: Unread, cell: string): void {
  unread.count += 1;
  if (unread.values.size < importLimits.unreadDifferent)
    unread.values.add(cell.trim().replace(/\s+/g, " ").slice(0, importLimits.unreadCharacters));
}

function isVaried({ count, values }: Unread): boolean {
  return count >= importLimits.unreadMax && values.size === importLimits.unreadDifferent;
}

function readingOf(look: Look, cell: string): Said {
  const status = readStatus(cell);
  const unsubscribed = readOptout(cell);
  const subscribed = readOptin(cell);
  const said = {
    unsubscribed,
    subscribed,
    consent: readConsent(cell),
    isLapsed: isLapsed(cell),
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

/**
 * Whether a column has words of a status and no others: "enabled" and "disabled" are about mails then. "inactive" may be so
 * also where it is all that stands there.
 */
function isWhollyStatus({ isStaying, isUnmailed, unread, lapsed }: Look): boolean {
  return isUnmailed && (isStaying || lapsed.count > 0) && unread.statusUnsubscribed.count === 0;
}

/** `lapsed` is what is asked about of a status although it says that somebody is not mailed. */
type Found = { name: string; look: Look; lapsed: Unread; rowCount: number };

/** Where a status says of some that they are mailed, a blank says it of nobody. */
function unreadAs(sense: OptoutSense, { name, look, lapsed, rowCount }: Found): UnreadColumn[] {
  const isRead = isStatus(name);
  const blankCount = sense === "subscribed" || (isRead && look.isStaying) ? rowCount - look.filled : 0;
  if (!isRead) return unreadOf(name, look.unread[sense], blankCount);
  const { count, values } = look.unread[statusSenses[sense]];
  const both = { count: lapsed.count + count, values: new Set([...lapsed.values, ...values]) };
  return unreadOf(name, both, blankCount);
}

/** A blank comes first if it is among the values that are not understood. */
function unreadOf(column: string, { count, values }: Unread, blankCount: number): UnreadColumn[] {
  if (count + blankCount === 0) return [];
  const all = blankCount === 0 ? [...values] : ["", ...values];
  return [{ column, count: count + blankCount, values: all.slice(0, importLimits.unreadShown) }];
}
