import { exactMoment, listMoment } from "../../campaigns/when.ts";

/** A moment in a list, with the exact minute on hover. */
export function MailMoment({ at }: { at: number }) {
  return <time title={exactMoment(at)}>{listMoment(at)}</time>;
}
