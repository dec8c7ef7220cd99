import type { CustomField } from "../../contract/schemas/leadFields.ts";
import { queries } from "./queries.ts";
import { useLoad } from "./useLoad.ts";

const none: readonly CustomField[] = [];

/** The fields that the workspace adds to its leads; none before they are known. */
export function useCustomFields(): readonly CustomField[] {
  return useLoad(queries.fields()).value ?? none;
}
