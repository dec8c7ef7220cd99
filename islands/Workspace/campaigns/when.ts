import { momentsHere } from "../../_data/momentsHere.ts";

const sameYear = { day: "numeric", month: "short", hour: "numeric", minute: "2-digit" } as const;
const otherYear = { day: "numeric", month: "short", year: "numeric" } as const;

/** A moment as a list shows it: what is long ago or far ahead needs no clock, and this year no year. */
export function listMoment(at: number): string {
  const isThisYear = new Date(at).getFullYear() === new Date().getFullYear();
  return momentsHere(isThisYear ? sameYear : otherYear).format(at);
}

/** The same to the minute, for whoever points at it. */
export function exactMoment(at: number): string {
  return momentsHere({ dateStyle: "full", timeStyle: "short" }).format(at);
}
