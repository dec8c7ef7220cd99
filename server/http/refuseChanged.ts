import { refused } from "../../contract/refused.ts";
import { isSame } from "../core/isSame.ts";

/**
 * For calls that say what was read before a change (`was`): what only one of two people knows of is not replaced unseen.
 * @throws {Refusal} conflict, with the fields that are another by now.
 */
export function refuseChanged(now: object, was: object = {}): void {
  const fields = Object.entries(was)
    .filter(
      ([name, value]) => value !== undefined && !isSame(value ?? null, now[name as keyof typeof now] ?? null),
    )
    .map(([name]) => name);
  if (fields.length > 0) throw refused("changed_meanwhile", { fields });
}
