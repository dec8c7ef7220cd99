import type { AccountDomain } from "../../../contract/schemas/accounts/domain.ts";
import type { Credential } from "../../../contract/schemas/credential.ts";
import { domainTexts } from "../../../contract/texts/domains.ts";
import type { HelpTexts } from "../../../contract/texts/terminal/help.ts";
import { outputTexts } from "../../../contract/texts/terminal/output.ts";
import { action, createCommand } from "../../command.ts";
import type { CommonOptions } from "../../commonOptions.ts";
import { connect } from "../../connection.ts";
import { type ExitCode, exitCodes } from "../../exitCodes.ts";
import { UsageFault } from "../../faults.ts";
import { findAccount } from "../../find/findAccount.ts";
import type { Output } from "../../output.ts";

type DomainOptions = CommonOptions & { check?: boolean };
type SignOptions = CommonOptions & { use?: string; stop?: string; remove?: string };

/** `amplify accounts domain` and `sign`. */
export function accountDomainCommands({ accounts, accountVerbs }: HelpTexts) {
  const domain = createCommand("domain", accountVerbs.domain)
    .argument("<email>", accounts.email)
    .option("--check", accountVerbs.check)
    .action(action(showDomain));
  const sign = createCommand("sign", accountVerbs.sign)
    .argument("<email>", accounts.email)
    .option("--use <selector>", accountVerbs.use)
    .option("--stop <selector>", accountVerbs.stop)
    .option("--remove <selector>", accountVerbs.removeKey)
    .action(action(changeSigning));
  return [domain, sign];
}

async function showDomain(
  output: Output,
  email: string,
  { check, ...options }: DomainOptions,
): Promise<ExitCode> {
  const { client } = await connect(output.terminal, options.server);
  const { _id: id, provider } = await findAccount(client, email, output.texts(outputTexts));
  const params = { id };
  const domain = await (check
    ? client("POST /amplify/auth/credentials/{id}/domain", { params })
    : client("GET /amplify/auth/credentials/{id}/domain", { params }));
  tell(output, domain, provider);
  return exitCodes.done;
}

/** Without an option, creates a new pair of keys. */
async function changeSigning(output: Output, email: string, options: SignOptions): Promise<ExitCode> {
  const { client } = await connect(output.terminal, options.server);
  const { _id: id } = await findAccount(client, email, output.texts(outputTexts));
  const selector = options.use ?? options.stop ?? options.remove;
  if (selector === undefined) {
    tell(output, await client("POST /amplify/auth/credentials/{id}/domain/keys", { params: { id } }));
    return exitCodes.done;
  }
  const { keys } = await client("GET /amplify/auth/credentials/{id}/domain", { params: { id } });
  const found = keys.find((key) => key.selector === selector);
  if (found === undefined) throw new UsageFault(output.texts(domainTexts).noKey(selector));
  const params = { id, keyId: found._id };
  const body = { signing: options.use !== undefined };
  const isRemoval = options.use === undefined && options.stop === undefined;
  tell(
    output,
    await (isRemoval
      ? client("DELETE /amplify/auth/credentials/{id}/domain/keys/{keyId}", { params })
      : client("PUT /amplify/auth/credentials/{id}/domain/keys/{keyId}", { params, body })),
  );
  return exitCodes.done;
}

function tell(output: Output, domain: AccountDomain, provider?: Credential["provider"]): void {
  const texts = output.texts(domainTexts);
  output.line(domain.domain);
  // The sandbox reaches no mail servers, so nobody ever looks at its domain.
  if (provider === "sandbox") output.line(texts.ofSandbox);
  else if (domain.checkedAt === null && domain.checks.length === 0)
    output.line(texts.notYetBy(output.next("accounts domain EMAIL --check")));
  for (const { kind, state, cause, reason, record } of domain.checks) {
    output.line(
      texts.line({ state: texts.states[state], kind: texts.kinds[kind], why: output.words(cause, reason) }),
    );
    if (record !== null) output.line(texts.record(record));
  }
  for (const { selector, signing, records } of domain.keys) {
    output.line(texts.key({ selector, signing }));
    for (const record of records) output.line(texts.record(record));
  }
  output.event("domain", domain);
}
