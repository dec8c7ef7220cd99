import type { Command } from "commander";
import type { Client } from "../../contract/client.ts";
import type { LeadChoice } from "../../contract/schemas/leadActions.ts";
import type { LeadMatching } from "../../contract/schemas/leadMatching.ts";
import type { HelpTexts } from "../../contract/texts/terminal/help.ts";
import { outputTexts } from "../../contract/texts/terminal/output.ts";
import { verbTexts } from "../../contract/texts/terminal/verbs.ts";
import { findSegment, zoneHere } from "../commands/segments.ts";
import { UsageFault } from "../faults.ts";
import type { Output } from "../output.ts";
import { findAudience } from "./findAudience.ts";
import { findLead } from "./findLead.ts";

export type Matching = { collection?: string; search?: string; segment?: string };

/** Adds the options that select leads by what they have in common. */
export function withMatching(command: Command, { leadVerbs }: HelpTexts): Command {
  return command
    .option("--collection <name>", leadVerbs.ofCollection)
    .option("--search <text>", leadVerbs.ofSearch)
    .option("--segment <name>", leadVerbs.ofSegment);
}

/** The selection of leads that these options mean; all leads without any. @throws {Refusal} for an unknown name. */
export async function matchingOf(client: Client, given: Matching, output: Output): Promise<LeadMatching> {
  const texts = output.texts(outputTexts);
  const { collection } =
    given.collection === undefined
      ? { collection: "all" }
      : await findAudience(client, given.collection, texts);
  const segment = given.segment === undefined ? null : await findSegment(client, given.segment, output);
  return {
    ...(collection === "all" ? {} : { collection }),
    ...(given.search === undefined ? {} : { search: given.search }),
    ...(segment === null ? {} : { segmentId: segment._id, zone: zoneHere() }),
  };
}

export type Chosen = { which: LeadChoice; count: number; isNamed: boolean };

/**
 * The leads that are named one by one, or selected by what they have in common.
 * @throws {UsageFault} if neither or both are given: giving nothing never means everybody.
 */
export async function chooseLeads(
  client: Client,
  { names, output, ...given }: Matching & { names: readonly string[]; output: Output },
): Promise<Chosen> {
  const texts = output.texts(verbTexts);
  const isMatching = [given.collection, given.search, given.segment].some((one) => one !== undefined);
  if (names.length > 0 && isMatching) throw new UsageFault(texts.eitherLeads);
  if (names.length === 0 && !isMatching) throw new UsageFault(texts.whichLeads);
  if (names.length > 0) {
    const ids: string[] = [];
    for (const name of names) ids.push((await findLead(client, name, texts))._id);
    const once = [...new Set(ids)];
    return { which: { ids: once }, count: once.length, isNamed: true };
  }
  const matching = await matchingOf(client, given, output);
  const { total } = await client("POST /amplify/leads/find", { body: { ...matching, page: 1, pageSize: 1 } });
  return { which: { matching }, count: total, isNamed: false };
}
