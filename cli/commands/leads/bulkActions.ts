import type { HelpTexts } from "../../../contract/texts/terminal/help.ts";
import { outputTexts } from "../../../contract/texts/terminal/output.ts";
import { verbTexts } from "../../../contract/texts/terminal/verbs.ts";
import { confirm } from "../../ask.ts";
import { action, createCommand } from "../../command.ts";
import type { CommonOptions } from "../../commonOptions.ts";
import { connect } from "../../connection.ts";
import { type ExitCode, exitCodes } from "../../exitCodes.ts";
import { type Chosen, chooseLeads, type Matching, withMatching } from "../../find/chooseLeads.ts";
import { findAudience } from "../../find/findAudience.ts";
import { findLead } from "../../find/findLead.ts";
import type { Output } from "../../output.ts";
import { actInSteps, type Done, type Restored, undoInSteps } from "./inSteps.ts";
import { whatIsKept } from "./save.ts";

type ManyOptions = CommonOptions & Matching & { yes?: boolean };

/** Commands that act on many leads at once: `amplify leads remove`, `restore`, `opt-out`, `opt-in`, `join`, `leave`. */
export function leadActionCommands(help: HelpTexts) {
  const { leadVerbs } = help;
  const many = (name: string, summary: string) =>
    withMatching(createCommand(name, summary).argument("[leads...]", leadVerbs.leads), help).option(
      "--yes",
      leadVerbs.yes,
    );
  return [
    many("remove", leadVerbs.remove).action(action(removeLeads)),
    createCommand("restore", leadVerbs.restore)
      .argument("<deletion>", leadVerbs.deletion)
      .action(action(restoreLeads)),
    many("opt-out", leadVerbs.optOut).action(action(optOut)),
    createCommand("mail-again", leadVerbs.mailAgain)
      .argument("<lead>", leadVerbs.lead)
      .action(action(mailAgain)),
    createCommand("opt-in", leadVerbs.optIn).argument("<lead>", leadVerbs.lead).action(action(optIn)),
    ...(["join", "leave"] as const).map((name) =>
      createCommand(name, leadVerbs[name])
        .argument("<collection>", leadVerbs.collectionName)
        .argument("<leads...>", leadVerbs.leads)
        .action(action(name === "join" ? joinCollection : leaveCollection)),
    ),
  ];
}

async function removeLeads(output: Output, names: string[], options: ManyOptions): Promise<ExitCode> {
  const texts = output.texts(verbTexts);
  const { client } = await connect(output.terminal, options.server);
  const chosen = await chooseLeads(client, { ...options, names, output });
  const answered = await isWanted(output, chosen, { ask: texts.askRemove(chosen.count), yes: options.yes });
  if (answered !== "yes") return answered;
  const steps: Done[] = [];
  try {
    await actInSteps(
      client,
      { action: "delete", which: chosen.which },
      { onStep: (done) => steps.push(done) },
    );
  } finally {
    // Where a later step fails, those who are gone by then can be brought back all the same.
    const done = steps.at(-1);
    if (done !== undefined) sayRemoved(output, done);
  }
  return exitCodes.done;
}

function sayRemoved(output: Output, { count, deletionId, isLost }: Done): void {
  const texts = output.texts(verbTexts);
  output.line(isLost ? texts.removedAtLeast(count) : texts.removed(count));
  output.event("removed", { count, deletionId });
  if (deletionId === null) return;
  const restore = output.next(`leads restore ${deletionId}`);
  output.note(count === 1 && !isLost ? texts.bringBack(restore) : texts.bringThemBack(restore));
}

async function restoreLeads(output: Output, id: string, options: CommonOptions): Promise<ExitCode> {
  const { client } = await connect(output.terminal, options.server);
  const steps: Restored[] = [];
  try {
    await undoInSteps(client, id, { onStep: (back) => steps.push(back) });
  } finally {
    // The plan may have room for some only.
    const back = steps.at(-1);
    if (back !== undefined) {
      output.line(output.texts(verbTexts).restored(back));
      output.event("restored", back);
    }
  }
  return exitCodes.done;
}

async function optOut(output: Output, names: string[], options: ManyOptions): Promise<ExitCode> {
  const texts = output.texts(verbTexts);
  const { client } = await connect(output.terminal, options.server);
  const chosen = await chooseLeads(client, { ...options, names, output });
  const answered = await isWanted(output, chosen, { ask: texts.askOptOut(chosen.count), yes: options.yes });
  if (answered !== "yes") return answered;
  const { count } = await actInSteps(client, { action: "optOut", which: chosen.which });
  output.line(texts.optedOut(count));
  output.event("optedOut", { count });
  return exitCodes.done;
}

/**
 * A lead that unsubscribed through a link can only subscribe again themselves. The server refuses this then, and says so.
 */
async function mailAgain(output: Output, text: string, options: CommonOptions): Promise<ExitCode> {
  const { client } = await connect(output.terminal, options.server);
  const { _id: id } = await findLead(client, text, output.texts(verbTexts));
  const { message } = await client("DELETE /amplify/leads/{id}/returned", { params: { id } });
  output.line(message);
  output.event("mailedAgain", { _id: id });
  return exitCodes.done;
}

async function optIn(output: Output, text: string, options: CommonOptions): Promise<ExitCode> {
  const texts = output.texts(verbTexts);
  const { client } = await connect(output.terminal, options.server);
  const found = await findLead(client, text, texts);
  const body = { ...whatIsKept(found), optout: false };
  const lead = await client("PUT /amplify/leads/{id}", { params: { id: found._id }, body });
  output.line(texts.optedIn(lead.email));
  output.event("lead", lead);
  return exitCodes.done;
}

type Moving = CommonOptions;

function joinCollection(output: Output, name: string, leads: string[], options: Moving) {
  return moveLeads(output, { name, leads, server: options.server, how: "addTo" });
}

function leaveCollection(output: Output, name: string, leads: string[], options: Moving) {
  return moveLeads(output, { name, leads, server: options.server, how: "removeFrom" });
}

type Move = { name: string; leads: string[]; server: string | undefined; how: "addTo" | "removeFrom" };

async function moveLeads(output: Output, { name, leads, server, how }: Move): Promise<ExitCode> {
  const texts = output.texts(verbTexts);
  const { client } = await connect(output.terminal, server);
  const { collection } = await findAudience(client, name, output.texts(outputTexts));
  const { which } = await chooseLeads(client, { names: leads, output });
  const { count } = await actInSteps(client, { action: how, collection, which });
  const words = how === "addTo" ? texts.joined : texts.left;
  output.line(words({ count, name: collection }));
  output.event(how === "addTo" ? "joined" : "left", { count, collection });
  return exitCodes.done;
}

/** Leads that are named one by one need no confirmation; for a selection by conditions, their number is confirmed first. */
async function isWanted(
  output: Output,
  { count, isNamed }: Chosen,
  { ask: text, yes }: { ask: string; yes: boolean | undefined },
): Promise<"yes" | ExitCode> {
  const texts = output.texts(verbTexts);
  if (count === 0) {
    output.note(texts.nobody);
    return exitCodes.refused;
  }
  if (isNamed || yes || (await confirm(output.terminal, { text, instead: texts.cannotAsk }))) return "yes";
  output.note(texts.nothingDone);
  return exitCodes.refused;
}
