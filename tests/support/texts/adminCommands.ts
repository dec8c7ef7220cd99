import type { Command } from "commander";
import { table } from "../../../cli/format/table.ts";
import type { HelpTexts } from "../../../contract/texts/terminal/help.ts";
import { backupCommands } from "../../../server/commands/backup.ts";
import { licencesCommand } from "../../../server/commands/licences.ts";
import { moveCommand } from "../../../server/commands/move.ts";
import { usersCommand } from "../../../server/commands/users.ts";

/** The commands for whoever runs the server, serving apart. */
export function adminCommands(texts: HelpTexts): Command[] {
  const readPassword = async () => "Violet-Engine-42!";
  return [
    usersCommand({ texts, readPassword, drawTable: table }),
    ...backupCommands(texts),
    moveCommand(texts),
    licencesCommand(texts),
  ];
}
