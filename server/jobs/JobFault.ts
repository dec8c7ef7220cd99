/** What kept a job from being done, in a code and a few words that hold no secret and nobody's address. */
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
