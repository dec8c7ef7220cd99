import type { SharedLook } from "../../db/postgres/lookAt.ts";
import { type Finding, inMegabytes } from "./finding.ts";

/** What several servers share: the files of imports, what they count together, and the room for their connections. */
export function sharedFindings({ connections, connectionsMax, ...look }: SharedLook): Finding[] {
  const findings: Finding[] = [
    {
      state: "ok",
      text: `${look.files} files of imports lie in it (${inMegabytes(look.fileBytes)} MB), and servers count ${look.windows} limits together`,
    },
    {
      state: connections > connectionsMax * 0.8 ? "look" : "ok",
      text: `Servers hold ${connections} of the ${connectionsMax} connections that PostgreSQL allows (max_connections)`,
    },
  ];
  for (const id of look.brokenFiles)
    findings.push({
      state: "wrong",
      text: `Pieces of the file ${id} of an import are missing. Upload it again, or put a backup back with pg_restore`,
    });
  if (look.deadLines > 0)
    findings.push({
      state: "look",
      text: `${look.deadLines} lines are kept for servers that are long gone. The next import clears them away`,
    });
  return findings;
}
