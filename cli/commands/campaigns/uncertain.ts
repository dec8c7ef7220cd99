import { Option } from "commander";
import type { Client } from "../../../contract/client.ts";
import { pageLimits } from "../../../contract/limits/http.ts";
import type { Delivery } from "../../../contract/schemas/campaign.ts";
import { campaignTexts } from "../../../contract/texts/terminal/campaigns.ts";
import type { HelpTexts } from "../../../contract/texts/terminal/help.ts";
import { outputTexts } from "../../../contract/texts/terminal/output.ts";
import { action, createCommand } from "../../command.ts";
import type { CommonOptions } from "../../commonOptions.ts";
import { connect } from "../../connection.ts";
import { type ExitCode, exitCodes } from "../../exitCodes.ts";
import { UsageFault } from "../../faults.ts";
import { findCampaign } from "../../find/findCampaign.ts";
import { shortId } from "../../format/campaignFigures.ts";
import type { Output } from "../../output.ts";

const decisions = { arrived: "sent", failed: "failed", again: "again" } as const;

type UncertainOptions = CommonOptions & { decide?: keyof typeof decisions };

/**
 * `amplify campaigns uncertain`: lists the mails of which nobody knows whether they arrived, and records what a person
 * knows.
 */
export function uncertainCommand(help: HelpTexts) {
  return createCommand("uncertain", help.campaigns.uncertain)
    .argument("<campaign>", help.campaign)
    .argument("[address...]", help.campaigns.uncertainOf)
    .addOption(new Option("--decide <what>", help.campaigns.decide).choices(Object.keys(decisions)))
    .action(action(uncertain));
}

async function uncertain(
  output: Output,
  text: string,
  addresses: readonly string[],
  options: UncertainOptions,
): Promise<ExitCode> {
  const texts = output.texts(campaignTexts).uncertain;
  const { client } = await connect(output.terminal, options.server);
  const { _id: id } = await findCampaign(client, text, output.texts(outputTexts), { any: true });
  const all = await uncertainOf(client, id);
  const meant = addresses.length === 0 ? all : named(output, all, addresses);
  if (meant.length === 0) {
    output.line(texts.none);
    return exitCodes.done;
  }
  if (options.decide === undefined) {
    list(output, meant);
    output.note(texts.decide(output.next(`campaigns uncertain ${shortId(id)} --decide arrived`)));
    return exitCodes.done;
  }
  const body = {
    decision: decisions[options.decide],
    ...(addresses.length === 0 ? {} : { deliveries: meant.map(({ _id }) => _id) }),
  };
  const { message, decided } = await client("POST /amplify/campaigns/{id}/uncertain", {
    params: { id },
    body,
  });
  output.line(message);
  output.event("decided", { decision: body.decision, decided });
  return exitCodes.done;
}

async function uncertainOf(client: Client, id: string): Promise<Delivery[]> {
  const all: Delivery[] = [];
  let after: string | null = null;
  do {
    const page: { items: Delivery[]; next: string | null } = await client(
      "GET /amplify/campaigns/{id}/deliveries",
      {
        params: { id },
        query: { state: "uncertain", pageSize: pageLimits.sizeMax, ...(after === null ? {} : { after }) },
      },
    );
    all.push(...page.items);
    after = page.next;
  } while (after !== null);
  return all;
}

/** @throws {UsageFault} for an address that none of them went to; then nothing is decided about the others either. */
function named(output: Output, all: readonly Delivery[], addresses: readonly string[]): Delivery[] {
  const wanted = new Set(addresses.map((address) => address.toLowerCase()));
  const found = all.filter(({ email }) => wanted.delete(email.toLowerCase()) || wanted.has(email));
  const [missing] = wanted;
  if (missing !== undefined) throw new UsageFault(output.texts(campaignTexts).uncertain.unknown(missing));
  return found;
}

function list(output: Output, all: readonly Delivery[]): void {
  const { columns } = output.texts(outputTexts);
  output.rows("delivery", all, [
    { title: columns.email, value: ({ email }) => email, whole: true },
    {
      title: output.texts(campaignTexts).columns.what,
      value: ({ cause, reason }) => output.words(cause, reason),
    },
  ]);
}
