import { renameSync } from "node:fs";
import { parseAddress } from "../../../contract/address.ts";
import { addressesIn } from "../../../contract/imports/addressesIn.ts";
import { cellValue, phoneDigits } from "../../../contract/imports/columns.ts";
import type { OptoutReading } from "../../../contract/imports/optout.ts";
import { type OptoutSense, optoutReader } from "../../../contract/imports/optoutReaders.ts";
import { firstFilled, rowNames } from "../../../contract/imports/rowNames.ts";
import { importLimits } from "../../../contract/limits/imports.ts";
import { type Cause, reason } from "../../../contract/reasons.ts";
import { refused } from "../../../contract/refused.ts";
import type { UnreadColumn } from "../../../contract/schemas/imports.ts";
import { syncToDisk } from "../../../db/backup/copyWhole.ts";
import { refusalOfDatabase } from "../../../db/faults.ts";
import { createStage } from "../../../db/imports/createStage.ts";
import { createAddressHash } from "../../secrets/secrets.ts";
import { type CheckedLead, checkLead } from "./checkLead.ts";
import { createConsentReading } from "./createConsentReading.ts";
import { createRejectsFile } from "./createRejectsFile.ts";
import type { Reading, RunRequest, StageSummary, StartedChoice, Unfit } from "./messages.ts";
import { createOwnFields } from "./readOwnFields.ts";
import { eachRow } from "./readSource.ts";
import { Stopped } from "./Stopped.ts";

type Source = Pick<
  RunRequest,
  "path" | "stagePath" | "rejectsPath" | "reading" | "choice" | "job" | "addressKey" | "attempt"
>;
type Watching = { isStopped(): boolean; onRows(done: number): void };

/**
 * Reads the file and writes every valid row to the staging file, sorted, and the others to the file of rejected rows.
 * Both get their names only once they are complete and synced, the staging file last: if it exists, the file need not be
 * read again.
 * @throws {Refusal} where there is not one row, or no room on the disk; {Stopped}.
 */
export async function stageRows(source: Source, watching: Watching): Promise<StageSummary> {
  const parts = {
    stage: `${source.stagePath}.part${source.attempt}`,
    rejects: `${source.stagePath}.rejects${source.attempt}`,
  };
  const summary = await stageInto(parts, source, watching);
  syncToDisk(parts.stage);
  renameSync(parts.rejects, source.rejectsPath);
  renameSync(parts.stage, source.stagePath);
  return summary;
}

type Parts = { stage: string; rejects: string };

async function stageInto(parts: Parts, source: Source, watching: Watching): Promise<StageSummary> {
  const { reading, choice, job, addressKey } = source;
  const stage = createStage(parts.stage);
  const rejects = createRejectsFile(parts.rejects, reading.columns);
  const { hashAddress, formerHash } = createAddressHash(addressKey);
  const fieldsOf = createMapping(reading, choice);
  const own = choice.fields.length === 0 ? null : createOwnFields(reading.columns, choice.fields);
  const consent = createConsentReading(reading.columns, choice.columns.consent ?? []);
  let count = 0;
  try {
    const addressColumns = new Set(indexesOf(reading, choice.columns.email));
    await eachRow(
      { ...source, addressColumns },
      {
        onRow(cells, row) {
          count += 1;
          const { fields, optout } = fieldsOf(cells);
          const addresses = addressesIn(fields.email);
          const checked = checkRow(fields, addresses);
          if (!checked.ok) {
            const parsed = addresses.map(parseAddress);
            for (const one of optout ? parsed : [])
              if (one.ok) stage.addOptout({ email: one.address, emailHash: hashAddress(one.address) });
            const isNameless =
              choice.everybodyLeft === true && fields.firstName === "" && fields.email !== "";
            const fault = isNameless ? faultOfNameless(parsed) : checked.reason;
            if (fault !== null) rejects.add({ row, reason: fault, cells });
            return;
          }
          if (job.leadsMax !== null) stage.keepCells(row, cells);
          const { email } = checked.lead;
          stage.add({
            ...checked.lead,
            row,
            optout,
            emailHash: hashAddress(email),
            formerHash: formerHash(email),
            fields: own === null ? null : own.read(cells, row),
            consent: consent.read(cells, row),
          });
        },
        onShare() {
          if (watching.isStopped()) throw new Stopped("stopped");
          watching.onRows(count);
        },
      },
    );
    const { repeated, ...staged } = stage.sort();
    if (staged.count === 0 && count === 0) throw refused("no_leads_in_file");
    const { rejects: rejected, bytes: rejectsBytes } = rejects.end();
    const summary: StageSummary = {
      staged,
      rejects: {
        ...rejected,
        repeated: repeated.map(({ row, firstRow, text }) => ({
          row,
          text,
          reason: reason("row_repeated", { row: firstRow }),
        })),
        ...together(own?.unfit, consent.unfit),
      },
      rejectsBytes,
    };
    stage.end(summary);
    return summary;
  } catch (error) {
    throw refusalOfDatabase(error) ?? error;
  } finally {
    rejects.end();
    stage.close();
  }
}

/** The first ones, in the order of the file. */
function together(own: Unfit | undefined, { unfit, unfitCells }: Unfit): Unfit {
  if (own === undefined) return { unfit, unfitCells };
  const cells = [...own.unfitCells, ...unfitCells].sort((one, other) => one.row - other.row);
  return { unfit: own.unfit + unfit, unfitCells: cells.slice(0, importLimits.rejectsShown) };
}

function checkRow(fields: Mapped["fields"], [email = "", ...more]: readonly string[]): CheckedLead {
  if (fields.firstName === "" || email === "") return { ok: false, reason: reason("name_or_email_missing") };
  return more.length > 0 ? { ok: false, reason: reason("email_several") } : checkLead({ ...fields, email });
}

/** Of people who left no names are asked, as nobody writes to them: a row that lacks one alone has nothing to mend. */
function faultOfNameless(addresses: readonly { ok: boolean }[]): Cause | null {
  return addresses.every(({ ok }) => ok) ? null : reason("email_invalid");
}

type Mapped = {
  fields: { firstName: string; lastName: string; email: string; phone: string };
  optout: boolean;
};

/** A lead's fields from a row's cells: for each field the first of its columns that is not blank. */
function createMapping(
  reading: Pick<Reading, "columns" | "unread" | "unreadSubscribed">,
  choice: Pick<StartedChoice, "columns" | "unreadMeans" | "everybodyLeft">,
): (cells: string[]) => Mapped {
  const chosen = {
    firstName: indexesOf(reading, choice.columns.firstName),
    lastName: indexesOf(reading, choice.columns.lastName),
    email: indexesOf(reading, choice.columns.email),
    phone: indexesOf(reading, choice.columns.phone),
  };
  const says = createOptoutReading(reading, choice);
  const nameOf = new Map(reading.columns.map(({ name, index }) => [index, name]));
  return (cells) => {
    const textOf = (index: number) => cellValue(cells[index] ?? "");
    return {
      fields: {
        ...rowNames(chosen, { textOf, nameOf: (index) => nameOf.get(index) ?? "" }),
        email: firstFilled(chosen.email, textOf).text,
        phone: phoneDigits(firstFilled(chosen.phone, textOf).text),
      },
      optout: says(cells),
    };
  };
}

function indexesOf({ columns }: Pick<Reading, "columns">, names: readonly string[]): number[] {
  return names.flatMap((name) => columns.find((column) => column.name === name)?.index ?? []);
}

/** Whether a row says that its person unsubscribed, as everybody may have who is in the file. */
function createOptoutReading(
  { columns, unread, unreadSubscribed }: Pick<Reading, "columns" | "unread" | "unreadSubscribed">,
  {
    columns: chosen,
    unreadMeans,
    everybodyLeft,
  }: Pick<StartedChoice, "columns" | "unreadMeans" | "everybodyLeft">,
): (cells: string[]) => boolean {
  if (everybodyLeft) return () => true;
  const readersOf = (sense: OptoutSense, values: readonly UnreadColumn[]) =>
    columns
      .filter(({ name }) => chosen[sense].includes(name))
      .map(({ name, index }) => ({ index, read: optoutReader(name, sense, values) }));
  const readers = [...readersOf("unsubscribed", unread), ...readersOf("subscribed", unreadSubscribed)];
  const isOut = (said: OptoutReading) =>
    said === "yes" || (said === "unread" && unreadMeans !== "subscribed");
  return (cells) => readers.some(({ index, read }) => isOut(read(cells[index] ?? "")));
}
