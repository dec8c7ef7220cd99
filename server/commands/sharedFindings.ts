import { postgresLimits } from "../../contract/limits/database.ts";
import { doctorTexts } from "../../contract/texts/terminal/doctor.ts";
import type { SharedInspection } from "../../db/postgres/inspectPostgres.ts";
import { inTexts } from "../core/inWords.ts";
import { type Finding, inMegabytes } from "./finding.ts";

/** What several servers share: the files of imports, what they count together, and the room for their connections. */
export function sharedFindings({ connections, connectionsMax, ...look }: SharedInspection): Finding[] {
  const texts = inTexts(doctorTexts).postgres;
  const { files, windows: limits } = look;
  const wanted = postgresLimits.connectionsMax + 2;
  const isScarce = connectionsMax < wanted || connections > connectionsMax * 0.8;
  const room = { held: connections, max: connectionsMax };
  const findings: Finding[] = [
    {
      state: "ok",
      text: texts.files({ files, megabytes: inMegabytes(look.fileBytes), limits }),
    },
    isScarce
      ? { state: "look", text: texts.fewConnections({ ...room, wanted }) }
      : { state: "ok", text: texts.connections(room) },
  ];
  for (const id of look.brokenFiles) findings.push({ state: "wrong", text: texts.brokenFile(id) });
  if (look.deadLines > 0) findings.push({ state: "look", text: texts.deadLines(look.deadLines) });
  return findings;
}
