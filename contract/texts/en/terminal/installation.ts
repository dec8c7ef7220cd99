import { databaseRemarks } from "./installation/database.ts";
import { folderRemarks } from "./installation/folder.ts";
import { settingRemarks } from "./installation/settings.ts";

/** What stands in the way of a server, or of a command for whoever runs it: each sentence says what to do. */
export const installation = {
  ...settingRemarks,
  ...folderRemarks,
  ...databaseRemarks,
  /** What another program said, in its words. */
  other: ({ message }: { message: string }) => message,
};
