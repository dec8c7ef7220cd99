import { doctorTexts } from "../../contract/texts/terminal/doctor.ts";
import type { SharedInspection } from "../../db/postgres/inspectPostgres.ts";
import { inTexts } from "../core/inWords.ts";
import { type Finding, inMegabytes } from "./finding.ts";

/** What several servers share: the files of imports, what they count together, and the room for their connections. */
export function sharedFindings({ connections, connectionsMax, ...look }: SharedInspection): Finding[] {
  const texts = inTexts(doctorTexts).postgres;
  const { files, windows: limits } = look;
  const findings: Finding[] = [
    {
      state: "ok",
      text: texts.files({ files, megabytes: inMegabytes(look.fileBytes), limits }),
    },
    {
      state: connections > connectionsMax * 0.8 ? "look" : "ok",
      text: texts.connections({ held: connections, max: connectionsMax }),
    },
  ];
  for (const id of look.brokenFiles) findings.push({ state: "wrong", text: texts.brokenFile(id) });
  if (look.deadLines > 0) findings.push({ state: "look", text: texts.deadLines(look.deadLines) });
  return findings;
}
