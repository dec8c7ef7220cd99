import type { UnreadColumn } from "../schemas/imports.ts";
import { readOptin } from "./optin.ts";
import { namesOptout, namesStatus, type OptoutReading, readOptout } from "./optout.ts";
import { isLapsed, readStatus } from "./statusWords.ts";

type Read = (text: string) => OptoutReading;

/** What a column is chosen for: to say who unsubscribed, or who did not. */
export type OptoutSense = "unsubscribed" | "subscribed";

const plainly: Record<OptoutSense, Read> = { unsubscribed: readOptout, subscribed: readOptin };

/** Whether a column's words mean what they mean in any status, whatever it is chosen for: "active" has not left. */
export function isStatus(column: string): boolean {
  return namesStatus(column) && !namesOptout(column);
}

/** Reads a cell of a status: its words first, and what is none of them as any other column's. */
function readAsStatus(text: string, sense: OptoutSense): OptoutReading {
  const said = readStatus(text);
  return said === "unread" ? plainly[sense](text) : said;
}

/**
 * How the cells of a column are read that is to say who unsubscribed, or who did not; `unread` are the values that were
 * found to say neither. A blank among them is one, also where it would be a no elsewhere, and so are words that may say
 * something else than that somebody is not mailed.
 */
export function optoutReader(column: string, sense: OptoutSense, unread: readonly UnreadColumn[]): Read {
  const values = unread.find((one) => one.column === column)?.values ?? [];
  const [asksOfBlank, asksOfLapsed] = [values.includes(""), values.some(isLapsed)];
  const read: Read = isStatus(column) ? (text) => readAsStatus(text, sense) : plainly[sense];
  return (text) =>
    (asksOfBlank && text.trim() === "") || (asksOfLapsed && isLapsed(text)) ? "unread" : read(text);
}
