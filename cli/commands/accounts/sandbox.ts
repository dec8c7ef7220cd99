import type { Client } from "../../../contract/client.ts";
import { Refusal } from "../../../contract/errors.ts";
import { pageLimits } from "../../../contract/limits/http.ts";
import type { HelpTexts } from "../../../contract/texts/terminal/help.ts";
import { outputTexts } from "../../../contract/texts/terminal/output.ts";
import { progressTexts } from "../../../contract/texts/terminal/progress.ts";
import { verbTexts } from "../../../contract/texts/terminal/verbs.ts";
import { action, createCommand } from "../../command.ts";
import type { CommonOptions } from "../../commonOptions.ts";
import { connect } from "../../connection.ts";
import { type ExitCode, exitCodes } from "../../exitCodes.ts";
import { saveAnswer, stdio } from "../../files.ts";
import { shortId } from "../../format/campaignFigures.ts";
import { clockTime } from "../../format/times.ts";
import { endList, type ListOptions, withLimit } from "../../lists.ts";
import type { Output } from "../../output.ts";

/** `amplify sandbox`: mails that went to the sandbox mailbox and to nobody else. */
export function sandboxCommand(help: HelpTexts) {
  const { sandbox } = help;
  return withLimit(createCommand("sandbox", sandbox.summary), help)
    .helpGroup(help.groups.accounts)
    .action(action(listMails))
    .addCommand(
      createCommand("show", sandbox.show)
        .argument("<mail>", sandbox.which)
        .argument("[file]", sandbox.file, stdio)
        .action(action(showMail)),
    )
    .addCommand(createCommand("empty", sandbox.empty).action(action(empty)));
}

async function listMails(output: Output, options: CommonOptions & ListOptions): Promise<ExitCode> {
  const { sandbox: texts } = output.texts(verbTexts);
  const { columns } = output.texts(outputTexts);
  const { client } = await connect(output.terminal, options.server);
  const { items, total } = await mailsUpTo(client, options.limit ?? Number.POSITIVE_INFINITY);
  if (total === 0) output.line(texts.none);
  else
    output.rows("mail", items, [
      { title: texts.to, field: "to", value: ({ to }) => to },
      { title: columns.subject, field: "subject", value: ({ subject }) => subject },
      { title: texts.from, field: "from", value: ({ from }) => from, spare: true },
      {
        title: texts.arrived,
        field: "receivedAt",
        value: ({ receivedAt }) => clockTime(receivedAt, output.terminal.now(), output.texts(progressTexts)),
      },
      { title: columns.id, value: ({ _id }) => shortId(_id), whole: true },
    ]);
  endList(output, { of: "mail", shown: items.length, total, more: "sandbox", isPaged: true as const });
  return exitCodes.done;
}

async function showMail(
  output: Output,
  text: string,
  path: string,
  options: CommonOptions,
): Promise<ExitCode> {
  const { client } = await connect(output.terminal, options.server);
  const { items } = await mailsUpTo(client, text === "last" ? 1 : Number.POSITIVE_INFINITY);
  const found = text === "last" ? items : items.filter(({ _id }) => _id.endsWith(text));
  const [mail] = found;
  if (mail === undefined || found.length > 1)
    throw new Refusal("not_found", output.texts(verbTexts).sandbox.noMail(text));
  const params = { id: mail._id };
  await saveAnswer(output, path, await client("GET /amplify/sandbox/mails/{id}", { params }));
  return exitCodes.done;
}

async function empty(output: Output, options: CommonOptions): Promise<ExitCode> {
  const { client } = await connect(output.terminal, options.server);
  await client("DELETE /amplify/sandbox/mails");
  output.line(output.texts(verbTexts).sandbox.emptied);
  output.event("emptied", {});
  return exitCodes.done;
}

async function mailsUpTo(client: Client, limit: number) {
  const first = await client("GET /amplify/sandbox/mails", {
    query: { pageSize: Math.min(limit, pageLimits.sizeMax) },
  });
  const items = [...first.items];
  for (let before = first.next; before !== null && items.length < limit; ) {
    const pageSize = Math.min(limit - items.length, pageLimits.sizeMax);
    const page = await client("GET /amplify/sandbox/mails", { query: { before, pageSize } });
    items.push(...page.items);
    before = page.next;
  }
  return { items, total: first.total };
}
