import type { CustomField } from "../../contract/schemas/leadFields.ts";
import { queries } from "./queries.ts";
import { useLoad } from "./useLoad.ts";

const none: readonly CustomField[] = [];

/** The workspace's custom fields; an empty list until they are loaded. */
export function useCustomFields(): readonly CustomField[] {
  return useLoad(queries.fields()).value ?? none;
}
