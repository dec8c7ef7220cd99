import { exactMoment, listMoment } from "../../campaigns/when.ts";

/** A moment as a list shows it, to the minute for whoever points at it. */
export function MailMoment({ at }: { at: number }) {
  return <time title={exactMoment(at)}>{listMoment(at)}</time>;
}
