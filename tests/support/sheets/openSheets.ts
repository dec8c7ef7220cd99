import { afterAll, expect } from "bun:test";
import { Refusal } from "../../../contract/errors.ts";
import { createSheets, type Sheets, type SheetsOptions } from "../../../server/sheets/sheets.ts";

/** Sheets that close when the test file has ended. */
export function openSheets(options: SheetsOptions = {}): Sheets {
  const sheets = createSheets(options);
  afterAll(() => sheets.close());
  return sheets;
}

/** Text as the bytes of a file. */
export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Waits for a refusal and answers it; any other end fails the test. */
export async function refusalOf(promise: Promise<unknown>): Promise<Refusal> {
  const reason = await promise.then(
    () => "it was not refused",
    (error: unknown) => error,
  );
  expect(reason).toBeInstanceOf(Refusal);
  return reason as Refusal;
}
