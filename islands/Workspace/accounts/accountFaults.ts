import { parseAddress, parseAlias } from "../../../contract/address.ts";
import { aliasSentence, sentences } from "../../../contract/errors.ts";
import { limits } from "../../../contract/limits.ts";
import { providers } from "../../../contract/providers.ts";
import type { AccountValues } from "./accountValues.ts";

export type AccountFault = { field: "appEmail" | "host" | "port" | "appPassword" | "alias"; message: string };

/** Every field that needs mending, from the top: the server is asked about nothing that cannot be right. */
export function accountFaults(values: AccountValues, { isNew }: { isNew: boolean }): AccountFault[] {
  const { provider } = values;
  const email = values.appEmail.trim();
  const alias = values.alias.trim();
  const needsPassword = isNew && providers[provider].needsPassword;
  // On Add the alias is required; on Edit an empty one is allowed (specification, section 5).
  const needsAlias = isNew || alias !== "";
  const checks: [AccountFault["field"], boolean, string][] = [
    ["appEmail", parseAddress(email).ok, sentences.signupEmail],
    ["host", provider !== "smtp" || values.host.trim() !== "", "Please enter the server's host"],
    ["port", provider !== "smtp" || isPort(values.port), "The port is a number, often 587 or 465"],
    ["appPassword", !needsPassword || values.appPassword !== "", "Please enter the app password"],
    ["alias", !needsAlias || parseAlias(alias) !== null, aliasSentence(email || "email")],
  ];
  return checks.filter(([, isRight]) => !isRight).map(([field, , message]) => ({ field, message }));
}

function isPort(text: string): boolean {
  const port = Number(text);
  return Number.isInteger(port) && port >= 1 && port <= limits.text.portMax;
}
