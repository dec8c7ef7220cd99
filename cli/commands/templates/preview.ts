import type { HelpTexts } from "../../../contract/texts/terminal/help.ts";
import { outputTexts } from "../../../contract/texts/terminal/output.ts";
import { verbTexts } from "../../../contract/texts/terminal/verbs.ts";
import { action, createCommand } from "../../command.ts";
import type { CommonOptions } from "../../commonOptions.ts";
import { connect } from "../../connection.ts";
import { type ExitCode, exitCodes } from "../../exitCodes.ts";
import { saveAnswer, stdio } from "../../files.ts";
import { findLead } from "../../find/findLead.ts";
import { findTemplate } from "../../find/findTemplate.ts";
import type { Output } from "../../output.ts";

type PreviewOptions = CommonOptions & { lead?: string; subject?: string; text?: boolean };

/** `amplify templates preview`: a mail as it would be sent to one lead. */
export function previewCommand({ templateVerbs }: HelpTexts) {
  return createCommand("preview", templateVerbs.preview)
    .argument("<template>", templateVerbs.which)
    .argument("[file]", templateVerbs.pullFile, stdio)
    .option("--lead <lead>", templateVerbs.lead)
    .option("--subject <text>", templateVerbs.subject)
    .option("--text", templateVerbs.text)
    .action(action(preview));
}

async function preview(
  output: Output,
  text: string,
  path: string,
  options: PreviewOptions,
): Promise<ExitCode> {
  const texts = output.texts(verbTexts);
  const { client } = await connect(output.terminal, options.server);
  const { _id: templateId } = await findTemplate(client, text, output.texts(outputTexts));
  const lead = options.lead === undefined ? null : await findLead(client, options.lead, texts);
  const { subject } = options;
  const mail = await client("POST /email/preview", {
    body: {
      templateId,
      ...(lead === null ? {} : { leadId: lead._id }),
      ...(subject === undefined ? {} : { subject }),
    },
  });
  if (mail.missing.length > 0) output.note(texts.templates.missing(mail.missing));
  if (mail.unknown.length > 0) output.note(texts.templates.unknown(mail.unknown));
  if (output.mode === "json" && path === stdio) output.event("preview", mail);
  else await saveAnswer(output, path, new Response(options.text ? `${mail.text}\n` : mail.html));
  return exitCodes.done;
}
