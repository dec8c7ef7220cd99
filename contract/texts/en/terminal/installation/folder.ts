const otherUser =
  "it belongs to another user. Run this as the user of the server, or give that user the folder and what is in it.";

/** Why the system let nobody at a folder, by its code. */
const reasons: Record<string, string> = {
  EEXIST: "it is a file. AMPLIFY_DATA names a folder.",
  ENOTDIR: "part of its path is a file. AMPLIFY_DATA names a folder.",
  ENOENT: "it is not there.",
  EROFS: "its disk is mounted read-only.",
  ENOSPC: "its disk is full. Free some space, then try again.",
  EDQUOT: "its owner's quota of disk space is used up.",
  EACCES: otherUser,
  EPERM: otherUser,
  /** Of this very user: nobody else could give it to them. */
  own: "its permissions keep out even its owner, whom this runs as. Let it be read and written: chmod -R u+rwX, with its path behind it.",
};

/** The system's code for what went wrong, and its words where no code is known. */
type Failed = { folder: string; code: string; message: string };
type FailedFile = Omit<Failed, "folder"> & { file: string };

/** The data folder, and the files that are copied from it and into it. */
export const folderRemarks = {
  folderNotMade: ({ folder, code, message }: Failed) =>
    `The data folder ${folder} cannot be made: ${reasons[code] ?? message}`,
  folderNotWritable: ({ folder, code, message }: Failed) =>
    `The data folder ${folder} cannot be written: ${reasons[code] ?? message}`,
  folderNotReadable: ({ folder, code, message }: Failed) =>
    `The data folder ${folder} cannot be read: ${reasons[code] ?? message}`,
  fileNotUsable: ({ file, code, message }: FailedFile) =>
    `${file} cannot be read and written: ${reasons[code] ?? message}`,
  targetNotWritable: ({ folder, code, message }: Failed) =>
    `No backup can be written into ${folder}: ${reasons[code] ?? message}`,
  noDatabase: ({ folder }: { folder: string }) =>
    `There is no database in ${folder}. Run this where the server runs, or name the server's data folder by AMPLIFY_DATA or its file of settings by AMPLIFY_ENV. A new installation is made by: amplify serve`,
  databaseGone: ({ file, left }: { file: string; left: string }) =>
    `${file} is gone, but ${left} of that installation is still there. Put the database back, or restore a backup: amplify restore FILE. To begin anew, move ${left} to another folder first.`,
  fileDamaged: ({ file }: { file: string }) =>
    `${file} is damaged, or no database at all. amplify restore puts a backup in its place and keeps this one.`,
  fileNotOpened: ({ file, why }: { file: string; why: string }) => `${file} cannot be opened: ${why}.`,
  fileHasNoRoom: ({ file }: { file: string }) =>
    `The disk of ${file} is full. Free some space, then try again.`,
  noFileLeft: () =>
    "Too many files are open: the system gives this process no more. Raise its limit, by ulimit -n 65536 before it is started or by LimitNOFILE=65536 in its systemd unit, then start it again.",
  fileHeld: ({ file }: { file: string }) =>
    `Another process has ${file} for itself just now, as one has that brings it to this version. Try again in a while.`,
  noRoomForSteps: ({ file, megabytes }: { file: string; megabytes: number }) =>
    `${file} was not brought to this version, for its disk is full: with the copy that is kept of before it may need ${megabytes} MB. Nothing was changed. Free some space, then try again.`,
  serverWorksWith: ({ folder }: { folder: string }) =>
    `A server works with ${folder}. Stop it first, then try again.`,
  fileThere: ({ file }: { file: string }) => `${file} is there already. Choose another name.`,
  noFolder: ({ folder }: { folder: string }) => `There is no folder ${folder}.`,
  notBackedUp: ({ fault }: { fault: string }) =>
    `The database is damaged (${fault}), so it was not backed up.`,
  noFile: ({ file }: { file: string }) => `There is no file ${file}.`,
  noBackup: ({ file }: { file: string }) => `${file} is no backup of Amplify.`,
  backupDamaged: ({ file, fault }: { file: string; fault: string }) =>
    `${file} is damaged (${fault}). Nothing was changed.`,
  stillWritten: ({ file }: { file: string }) =>
    `${file} is still being written. Nothing was changed; try again.`,
};
