import type { Credential } from "../../../contract/schemas/credential.ts";

/** How a call names the account it sends from: "alias;email", or the e-mail alone (specification, section 7). */
export function senderFields(credential: Credential): { from: string; type: Credential["type"] } {
  const { alias, appEmail, type } = credential;
  return { from: alias === "" ? appEmail : `${alias};${appEmail}`, type };
}
