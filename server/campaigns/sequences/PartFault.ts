/** Why no part can be made. */
export class PartFault extends Error {
  override readonly name = "PartFault";
  readonly code: "account_removed" | "check_content_missing";

  constructor(code: PartFault["code"]) {
    super(`no part can be made: ${code}`);
    this.code = code;
  }
}
