import { normalAddress } from "../../contract/address.ts";
import type { Client } from "../../contract/client.ts";
import { refused } from "../../contract/refused.ts";
import type { Credential } from "../../contract/schemas/credential.ts";
import { UsageFault } from "../faults.ts";
import { shortId } from "../format/campaignFigures.ts";
import { pickOne } from "./pickOne.ts";

/** A sending account by its address or identifier. */
export async function findAccount(client: Client, text: string): Promise<Credential> {
  return pick(await accountsOf(client), text);
}

/** The account to send from; without a name, the only one there is. */
export async function findSender(client: Client, text: string | undefined): Promise<Credential> {
  const accounts = await accountsOf(client);
  if (text === undefined && accounts.length > 1)
    throw new UsageFault(
      `There are several accounts; name one by --from: ${accounts.map((one) => describe(one, accounts)).join(", ")}`,
    );
  return text === undefined ? (accounts[0] as Credential) : pick(accounts, text);
}

/** What a command takes an account by: one address may be connected by two providers, which only identifiers tell apart. */
export function accountName({ _id, appEmail }: Credential, all: readonly Credential[]): string {
  return all.filter((other) => other.appEmail === appEmail).length === 1 ? appEmail : shortId(_id);
}

function describe(account: Credential, all: readonly Credential[]): string {
  const name = accountName(account, all);
  return name === account.appEmail ? name : `${name} (${account.appEmail} by ${account.provider})`;
}

async function accountsOf(client: Client): Promise<Credential[]> {
  const accounts = await client("GET /amplify/auth/credentials");
  if (accounts.length === 0) throw refused("no_credentials");
  return accounts;
}

function pick(accounts: readonly Credential[], text: string): Credential {
  // However the address is written; one that is stored just so is meant by itself.
  const isStored = accounts.some(({ appEmail }) => appEmail === text);
  const wanted = isStored ? text : normalAddress(text);
  return pickOne(accounts, wanted, {
    kind: "account",
    of: (one) => ({ id: one._id, name: one.appEmail, detail: one.provider }),
  });
}
