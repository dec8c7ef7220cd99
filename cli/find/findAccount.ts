import type { Client } from "../../contract/client.ts";
import { Refusal, sentences } from "../../contract/errors.ts";
import type { Credential } from "../../contract/schemas/credential.ts";
import { UsageFault } from "../faults.ts";
import { pickOne } from "./pickOne.ts";

/** A sending account by its address; without one, the only account there is. */
export async function findAccount(client: Client, email: string | undefined): Promise<Credential> {
  const accounts = await client("GET /amplify/auth/credentials");
  const [first] = accounts;
  if (!first) throw new Refusal("bad_request", sentences.noCredentials);
  if (email === undefined && accounts.length === 1) return first;
  if (email === undefined)
    throw new UsageFault(
      `There are several accounts; name one: --from ${accounts.map(addressOf).join(" | ")}`,
    );
  return pickOne(accounts, email, { kind: "account", of: (one) => ({ id: one._id, name: one.appEmail }) });
}

function addressOf(account: Credential): string {
  return account.appEmail;
}
