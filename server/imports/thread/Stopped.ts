/** Thrown when the import was stopped while its file was being read. */
export class Stopped extends Error {
  override readonly name = "Stopped";
}
