import type { DesignTexts } from "../../../../contract/texts/workspace/design/design.ts";
import type { MailCheckTexts } from "../../../../contract/texts/workspace/design/mailChecks.ts";
import { rowsOf } from "../../../../mail/design/areas.ts";
import { type Design, readDesign, type Values, valuesOf } from "../../../../mail/design/design.ts";
import { numbered } from "../../../../mail/design/numbered.ts";
import { settingFaults } from "../../../../mail/design/settings.ts";
import { fontAddress, fontsOf } from "../../../../mail/values/fonts.ts";
import { valueFaultText } from "../valueFaultText.ts";
import type { MailCheck } from "./mailChecks.ts";

/** Values of a design that cannot be used in its mail: invalid measures and colours, and fonts that must not be loaded. */
export function designChecks(stored: unknown, texts: DesignCheckTexts): MailCheck[] {
  const read = readDesign(stored);
  if (read === null) return [];
  const design = numbered(read);
  const found = faultsOf(design.body.values, { where: { part: "mail" }, partId: undefined }, texts);
  for (const row of rowsOf(design)) {
    const rowId = idOf(row.values);
    found.push(...faultsOf(row.values, { where: { part: "row" }, partId: rowId }, texts));
    for (const [at, column] of row.columns.entries()) {
      found.push(...faultsOf(column.values, { where: { part: "column", at: at + 1 }, partId: rowId }, texts));
      for (const { values } of column.contents)
        found.push(...faultsOf(values, { where: { part: "block" }, partId: idOf(values) }, texts));
    }
  }
  return [...found, ...fontChecks(design, texts.checks)];
}

/** A finding, and how to correct it. */
export type DesignCheckTexts = { checks: MailCheckTexts; design: DesignTexts };
type Place = { where: Parameters<MailCheckTexts["leftOut"]>[0]["where"]; partId: string | undefined };

function faultsOf(values: Values, { where, partId }: Place, texts: DesignCheckTexts): MailCheck[] {
  return settingFaults(values).map(({ name, isOnPhones, value, fault }) => ({
    sentence: texts.checks.leftOut({
      setting: name,
      isOnPhones,
      where,
      value,
      instead: valueFaultText(fault, texts.design),
    }),
    ...(partId === undefined ? {} : { partId }),
  }));
}

function fontChecks(design: Design, texts: MailCheckTexts): MailCheck[] {
  return fontsOf(design)
    .filter(({ url }) => typeof url === "string" && url !== "" && fontAddress(url) === null)
    .map(({ label }) => ({
      sentence: texts.font(label),
    }));
}

function idOf(values: Values): string {
  return String(valuesOf(values._meta).htmlID);
}
