/**
 * What kept a job from being done, in a code and a few words that hold no secret and nobody's address. The words are the
 * program's own, like those of the log: `doctor` and an admin see them beside the code, and hand them to whoever mends it.
 */
export class JobFault extends Error {
  override readonly name = "JobFault";
  readonly code: string;
  /** Another try would not help, or must not be made. */
  readonly isFinal: boolean;

  constructor(
    code: string,
    words: string,
    { isFinal = false, cause }: { isFinal?: boolean; cause?: unknown } = {},
  ) {
    super(words, { cause });
    this.code = code;
    this.isFinal = isFinal;
  }
}
