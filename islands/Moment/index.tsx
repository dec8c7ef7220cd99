import { momentsHere } from "../_data/momentsHere.ts";
import { useHydrated } from "../_data/useHydrated.ts";
import type { MomentProps } from "./props.ts";

const inUtc = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "medium",
  timeStyle: "medium",
  timeZone: "UTC",
});

/** A moment on a page that the server draws: by the reader's own clock, and in UTC, which it says, until that is known. */
export default function Moment({ at }: MomentProps) {
  const isHere = useHydrated();
  const words = isHere
    ? momentsHere({ dateStyle: "medium", timeStyle: "medium" }).format(at)
    : `${inUtc.format(at)} UTC`;
  return <time dateTime={new Date(at).toISOString()}>{words}</time>;
}
