import { readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { doctorTexts } from "../../contract/texts/terminal/doctor.ts";
import { inTexts } from "../core/inWords.ts";
import { type Finding, inMegabytes } from "./finding.ts";

/**
 * What upgrades and `amplify restore` have kept of the databases from before, each as large as the database: nobody else
 * takes them away, so whoever runs the installation should know of them. Nothing where there is none.
 */
export function copiesFinding(dataFolder: string): Finding[] {
  const folder = join(resolve(dataFolder), "backups");
  const files = filesIn(folder);
  const copies = files.filter((name) => name.endsWith(".db")).length;
  if (copies === 0) return [];
  // The log of a database that was damaged is kept beside it.
  const sizes = files.map((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0);
  const megabytes = inMegabytes(sizes.reduce((sum, size) => sum + size, 0));
  return [{ state: "ok", text: inTexts(doctorTexts).folder.copies({ folder, copies, megabytes }) }];
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // There is none yet, or it is root's, where root has restored: whoever may not look can delete nothing either.
    return [];
  }
}
