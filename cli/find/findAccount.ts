import { normalAddress } from "../../contract/address.ts";
import type { Client } from "../../contract/client.ts";
import { refused } from "../../contract/refused.ts";
import type { Credential } from "../../contract/schemas/credential.ts";
import type { OutputTexts } from "../../contract/texts/terminal/output.ts";
import { UsageFault } from "../faults.ts";
import { shortId } from "../format/campaignFigures.ts";
import { pickOne } from "./pickOne.ts";

/** A sending account by its address or identifier. */
export async function findAccount(client: Client, text: string, texts: OutputTexts): Promise<Credential> {
  return pick(await accountsOf(client), text, texts);
}

/** The account to send from; without a name, the only one there is. */
export async function findSender(
  client: Client,
  text: string | undefined,
  texts: OutputTexts,
): Promise<Credential> {
  const accounts = await accountsOf(client);
  if (text === undefined && accounts.length > 1)
    throw new UsageFault(texts.find.whichAccount(accounts.map((one) => describe(one, accounts, texts))));
  return text === undefined ? (accounts[0] as Credential) : pick(accounts, text, texts);
}

/** The accounts to send from, each once; without a name, the only one there is. */
export async function findSenders(
  client: Client,
  names: readonly string[],
  texts: OutputTexts,
): Promise<Credential[]> {
  if (names.length === 0) return [await findSender(client, undefined, texts)];
  const accounts = await accountsOf(client);
  return [...new Set(names.map((name) => pick(accounts, name, texts)))];
}

/** The only account, in a list; an empty list if there are several or none, since none is chosen without asking. */
export async function onlyAccount(client: Client): Promise<Credential[]> {
  const accounts = await client("GET /amplify/auth/credentials");
  return accounts.length === 1 ? accounts : [];
}

/** How commands name an account: by its address, or by its identifier if two providers have that address connected. */
export function accountName({ _id, appEmail }: Credential, all: readonly Credential[]): string {
  return all.filter((other) => other.appEmail === appEmail).length === 1 ? appEmail : shortId(_id);
}

function describe(account: Credential, all: readonly Credential[], texts: OutputTexts): string {
  const { appEmail: email, provider } = account;
  const name = accountName(account, all);
  return name === email ? name : texts.find.sameAddress({ id: name, email, provider });
}

async function accountsOf(client: Client): Promise<Credential[]> {
  const accounts = await client("GET /amplify/auth/credentials");
  if (accounts.length === 0) throw refused("no_credentials");
  return accounts;
}

function pick(accounts: readonly Credential[], text: string, texts: OutputTexts): Credential {
  // The address is normalised, unless an account is stored with exactly this spelling.
  const isStored = accounts.some(({ appEmail }) => appEmail === text);
  const wanted = isStored ? text : normalAddress(text);
  return pickOne(accounts, wanted, {
    kind: "account",
    texts,
    of: (one) => ({ id: one._id, name: one.appEmail, detail: one.provider }),
  });
}
