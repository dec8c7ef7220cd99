import type { Command } from "commander";
import type { HelpTexts } from "../contract/texts/terminal/help.ts";
import { withCommonOptions } from "./command.ts";
import { accountCommand } from "./commands/account.ts";
import { sandboxCommand } from "./commands/accounts/sandbox.ts";
import { accountsCommand } from "./commands/accounts.ts";
import { apiCommand } from "./commands/api.ts";
import { campaignsCommand } from "./commands/campaigns.ts";
import { collectionsCommand } from "./commands/collections.ts";
import { deliveriesCommand } from "./commands/deliveries.ts";
import { fieldsCommand } from "./commands/fields.ts";
import { importCommand } from "./commands/import.ts";
import { importsCommand } from "./commands/imports.ts";
import { keysCommand } from "./commands/keys.ts";
import { consentCommand } from "./commands/leads/consent.ts";
import { leadsCommand } from "./commands/leads.ts";
import { linksCommand } from "./commands/links.ts";
import { loginCommand } from "./commands/login.ts";
import { logoutCommand } from "./commands/logout.ts";
import { mailCommand } from "./commands/mail.ts";
import { suppressionsCommand } from "./commands/mails/suppressions.ts";
import { mcpCommand } from "./commands/mcp.ts";
import { profilesCommand } from "./commands/profiles.ts";
import { retryCommand } from "./commands/retry.ts";
import { segmentsCommand } from "./commands/segments.ts";
import { sendCommand } from "./commands/send.ts";
import { sendRestCommand } from "./commands/sendRest.ts";
import { sequencesCommand } from "./commands/sequences.ts";
import { cancelCommand, pauseCommand, resumeCommand } from "./commands/steer.ts";
import { imagesCommand } from "./commands/templates/images.ts";
import { templatesCommand } from "./commands/templates.ts";
import { trackingCommand } from "./commands/tracking.ts";
import { watchCommand } from "./commands/watch.ts";
import { webhooksCommand } from "./commands/webhooks.ts";
import { whoamiCommand } from "./commands/whoami.ts";
import { completeCommand, completionsCommand } from "./completions/commands.ts";

/** Every command that talks to a server, in the order in which help lists them. */
export function cliCommands(texts: HelpTexts): Command[] {
  return [
    loginCommand(texts),
    logoutCommand(texts),
    whoamiCommand(texts),
    mcpCommand(texts),
    keysCommand(texts),
    profilesCommand(texts),
    accountCommand(texts),
    importCommand(texts),
    importsCommand(texts),
    leadsCommand(texts),
    collectionsCommand(texts),
    fieldsCommand(texts),
    segmentsCommand(texts),
    consentCommand(texts),
    templatesCommand(texts),
    imagesCommand(texts),
    accountsCommand(texts),
    sandboxCommand(texts),
    sendCommand(texts),
    watchCommand(texts),
    campaignsCommand(texts),
    sequencesCommand(texts),
    deliveriesCommand(texts),
    linksCommand(texts),
    trackingCommand(texts),
    pauseCommand(texts),
    resumeCommand(texts),
    cancelCommand(texts),
    sendRestCommand(texts),
    retryCommand(texts),
    webhooksCommand(texts),
    apiCommand(texts),
    mailCommand(texts),
    suppressionsCommand(texts),
    completionsCommand(texts),
  ]
    .map((command) => withCommonOptions(command, texts))
    .concat(completeCommand());
}
