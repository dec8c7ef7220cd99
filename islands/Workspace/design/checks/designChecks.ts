import { rowsOf } from "../../../../mail/design/areas.ts";
import { type Design, readDesign, type Values, valuesOf } from "../../../../mail/design/design.ts";
import { numbered } from "../../../../mail/design/numbered.ts";
import { settingFaults } from "../../../../mail/design/settings.ts";
import { fontAddress, fontsOf } from "../../../../mail/values/fonts.ts";
import type { MailCheck } from "./mailChecks.ts";

/** What a design says that its mail cannot: measures and colours that mean nothing, fonts that no mail may load. */
export function designChecks(stored: unknown): MailCheck[] {
  const read = readDesign(stored);
  if (read === null) return [];
  const design = numbered(read);
  const found = faultsOf(design.body.values, { where: " of the whole mail", partId: undefined });
  for (const row of rowsOf(design)) {
    const rowId = idOf(row.values);
    found.push(...faultsOf(row.values, { where: " of the row", partId: rowId }));
    for (const [at, column] of row.columns.entries()) {
      found.push(...faultsOf(column.values, { where: ` of column ${at + 1}`, partId: rowId }));
      for (const { values } of column.contents)
        found.push(...faultsOf(values, { where: "", partId: idOf(values) }));
    }
  }
  return [...found, ...fontChecks(design)];
}

type Place = { where: string; partId: string | undefined };

function faultsOf(values: Values, { where, partId }: Place): MailCheck[] {
  return settingFaults(values).map(({ name, value, fault }) => ({
    sentence: `The ${name}${where}, “${value}”, is left out of the mail. ${fault}`,
    ...(partId === undefined ? {} : { partId }),
  }));
}

function fontChecks(design: Design): MailCheck[] {
  return fontsOf(design)
    .filter(({ url }) => typeof url === "string" && url !== "" && fontAddress(url) === null)
    .map(({ label }) => ({
      sentence: `The font “${label}” is not loaded: mails load fonts from Google, Bunny, Fontshare and Adobe alone. Its readers see the next font of its list.`,
    }));
}

function idOf(values: Values): string {
  return String(valuesOf(values._meta).htmlID);
}
