/** The command line itself is wrong: nothing was done, and the exit code says so. */
export class UsageFault extends Error {
  override readonly name = "UsageFault";
}

/** The person pressed Ctrl-C at a question. */
export class Interrupted extends Error {
  override readonly name = "Interrupted";
}

/** A file holds only a part of what was to be written: its disk is full, or the line broke. */
export class FileFault extends Error {
  override readonly name = "FileFault";
}
