import type { Credential } from "../schemas/credential.ts";

type Sender = { from: string; type: Credential["type"]; credentialId: string };

/**
 * How a call names the account it sends from: "alias;email", or the e-mail alone (specification, section 7), and the
 * id, as two accounts may have one alias and address.
 */
export function sendsFrom({ _id, alias, appEmail, type }: Credential): Sender {
  return { from: alias === "" ? appEmail : `${alias};${appEmail}`, type, credentialId: _id };
}
