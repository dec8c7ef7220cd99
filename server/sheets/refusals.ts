import { sheetLimits } from "../../contract/limits/sheet.ts";
import { mib } from "../../contract/limits/units.ts";
import { refused } from "../../contract/refused.ts";

/** Why a file cannot be imported. */
export const sheetRefusals = {
  empty: () => refused("no_leads_in_file"),
  extension: () => refused("file_type_unknown"),
  notASheet: () => refused("file_not_sheet"),
  webPage: () => refused("file_is_page"),
  addressBook: () => refused("file_is_address_book"),
  encrypted: () => refused("file_protected"),
  broken: (cause?: unknown) => refused("file_broken", {}, { cause }),
  heavy: () => refused("file_heavy"),
  fileTooLarge: (bytesMax: number) => refused("file_too_large", { megabytes: Math.floor(bytesMax / mib) }),
  unfoldsTooLarge: () => refused("file_unfolds_too_large"),
  busy: () => refused("files_busy", {}, { retryAfterMs: sheetLimits.busyRetryMs }),
  closed: () => refused("server_stopping"),
};
