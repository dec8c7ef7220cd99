import { slipsBetween } from "../../../../contract/imports/slipsBetween.ts";
import { knownMergeFields, type MergeField } from "../../../../contract/mergeFields.ts";

/** Letters that may be wrong, missing or too many before a name is somebody's own and no slip. */
const slipsMax = 2;

/** The field that was probably meant, as `firstName` by `first_name` or `fristname`; null when it is none of them. */
export function nearestMergeField(name: string): MergeField | null {
  const wanted = plain(name);
  const [nearest] = knownMergeFields
    .map((field) => ({ field, slips: slipsBetween({ wanted, known: plain(field) }) }))
    .sort((one, other) => one.slips - other.slips);
  return nearest !== undefined && nearest.slips <= slipsMax ? nearest.field : null;
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll("_", "");
}
