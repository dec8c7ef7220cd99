import { Refusal, sentences } from "../../contract/errors.ts";
import { sheetLimits } from "../../contract/limits/sheet.ts";

/** What a person reads when a file cannot be imported. Each sentence says what to do next. */
export const sheetRefusals = {
  empty: () => new Refusal("bad_request", sentences.noLeadsInFile),

  extension: () => new Refusal("bad_request", "Choose a .csv, .xls or .xlsx file."),

  notASheet: () =>
    new Refusal(
      "bad_request",
      "This file is not a spreadsheet. Save it as .xlsx or .csv in your spreadsheet program and upload it again.",
    ),

  webPage: () =>
    new Refusal(
      "bad_request",
      "This file is a web page or a text document, not a spreadsheet. Open it in your spreadsheet program, save it as .xlsx or .csv and upload it again.",
    ),

  encrypted: () =>
    new Refusal(
      "bad_request",
      "This workbook is protected with a password. Remove the password in your spreadsheet program and upload it again.",
    ),

  broken: (cause?: unknown) =>
    new Refusal(
      "bad_request",
      "This file cannot be read. Open it in your spreadsheet program, save it again as .xlsx or .csv and upload it again.",
      { cause },
    ),

  heavy: () =>
    new Refusal(
      "bad_request",
      "This file takes too much time or memory to read. Save the sheet as .csv, or split it, and upload it again.",
    ),

  fileTooLarge: (bytesMax: number) =>
    new Refusal(
      "too_large",
      `This file is larger than ${Math.floor(bytesMax / (1024 * 1024))} MB. Split it into smaller files and import them one after the other.`,
    ),

  unfoldsTooLarge: () =>
    new Refusal(
      "too_large",
      "This workbook unfolds to more than the import can take. Save the sheet with the leads as .csv, or split it, and upload it again.",
    ),

  busy: () =>
    new Refusal(
      "unavailable",
      "Too many files are being imported at this moment. Please try again shortly.",
      {
        retryAfterMs: sheetLimits.busyRetryMs,
      },
    ),

  closed: () => new Refusal("unavailable", "The server is shutting down. Please try again shortly."),
};
