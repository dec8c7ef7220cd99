import { readFile } from "node:fs/promises";
import { basename, extname } from "node:path";
import { Option } from "commander";
import type { Client } from "../../contract/client.ts";
import { htmlLimits } from "../../contract/limits/html.ts";
import { transactionalLimits } from "../../contract/limits/sending.ts";
import { withFallbacks } from "../../contract/mergeFields.ts";
import { type TransactionalState, transactionalStates } from "../../contract/schemas/transactional.ts";
import { faultTexts } from "../../contract/texts/terminal/faults.ts";
import type { HelpTexts } from "../../contract/texts/terminal/help.ts";
import { type MailCommandTexts, mailCommandTexts } from "../../contract/texts/terminal/mails.ts";
import { outputTexts } from "../../contract/texts/terminal/output.ts";
import { action, createCommand } from "../command.ts";
import type { CommonOptions } from "../commonOptions.ts";
import { connect } from "../connection.ts";
import { defined } from "../defined.ts";
import { type ExitCode, exitCodes } from "../exitCodes.ts";
import { UsageFault } from "../faults.ts";
import { readText } from "../files.ts";
import { findAccount } from "../find/findAccount.ts";
import { findTemplate } from "../find/findTemplate.ts";
import type { Output } from "../output.ts";
import { wholeNumber } from "../wholeNumber.ts";

/** `amplify mail`: `send`, `list`, `show` and `retry` of transactional mails. */
export function mailCommand(texts: HelpTexts) {
  const { mail: help } = texts;
  const send = createCommand("send", help.send)
    .option("--template <name>", help.template)
    .addOption(new Option("--html <file>", help.html).conflicts("template"))
    .option("--text <file>", help.text)
    .option("--subject <text>", help.subject)
    .option("--to <email...>", help.to)
    .option("--value <name=value...>", help.value)
    .option("--attach <file...>", help.attach)
    .option("--account <email>", help.account)
    .option("--kind <kind>", help.kind)
    .option("--reply-to <email>", help.replyTo)
    .option("--tag <text...>", help.tag)
    .option("--within <seconds>", help.within, wholeNumber(texts))
    .option("--opens", help.opens)
    .option("--clicks", help.clicks)
    .option("--idempotency-key <key>", help.key)
    .action(action(sendMail));
  const list = createCommand("list", help.list)
    .addOption(new Option("--state <state>", help.state).choices([...transactionalStates]))
    .option("--to <email>", help.email)
    .option("--kind <kind>", help.kind)
    .action(action(listMails));
  return createCommand("mail", help.summary)
    .helpGroup(texts.groups.sending)
    .addCommand(send)
    .addCommand(list)
    .addCommand(createCommand("show", help.show).argument("<id>", help.id).action(action(showMail)))
    .addCommand(createCommand("retry", help.retry).argument("<id>", help.id).action(action(retryMail)));
}

type SendOptions = CommonOptions & {
  template?: string;
  html?: string;
  text?: string;
  subject?: string;
  to?: string[];
  value?: string[];
  attach?: string[];
  account?: string;
  kind?: string;
  replyTo?: string;
  tag?: string[];
  within?: number;
  opens?: true;
  clicks?: true;
  idempotencyKey?: string;
};

async function sendMail(output: Output, options: SendOptions): Promise<ExitCode> {
  const texts = output.texts(mailCommandTexts);
  const { template, html, text, subject, to = [], attach = [] } = options;
  if ((template ?? html ?? text) === undefined) throw new UsageFault(texts.whichContent);
  if (to.length === 0) throw new UsageFault(texts.whichRecipient);
  if (subject === undefined) throw new UsageFault(texts.whichSubject);
  const values = valuesIn(options.value ?? [], texts);
  const content = {
    ...(html !== undefined && { html: await contentIn(output, html) }),
    ...(text !== undefined && { text: await contentIn(output, text) }),
  };
  const attachments = await Promise.all(attach.map((file) => attached(file, texts)));
  const { client } = await connect(output.terminal, options.server);
  const common = output.texts(outputTexts);
  const account = options.account && (await findAccount(client, options.account, common));
  const body = {
    ...(template === undefined ? {} : { template: (await findTemplate(client, template, common))._id }),
    ...content,
    subject,
    values,
    attachments,
    to: to.map((email) => ({ email })),
    ...(account ? { account: account._id } : {}),
    ...choicesIn(options),
  };
  const idempotencyKey = options.idempotencyKey ?? crypto.randomUUID();
  const { mails } = await client("POST /email/transactional", { body }, { idempotencyKey });
  for (const { id, email, state, reason, cause } of mails) {
    const why = output.words(cause, reason) ?? "";
    output.line(state === "queued" ? texts.accepted({ email, id }) : texts.refused({ email, why }));
    output.event("mail", { id, email, state, reason, cause });
  }
  return mails.some(({ state }) => state === "queued") ? exitCodes.done : exitCodes.refused;
}

/** What need not be said of a mail; whatever is left out, the server knows what is usual. */
function choicesIn({ kind, replyTo, tag: tags, within: ttlSeconds, opens, clicks }: SendOptions) {
  return defined({ kind, replyTo, tags, ttlSeconds, trackOpens: opens, trackClicks: clicks });
}

/** The text of a file, or of stdin for "-". */
function contentIn(output: Output, path: string): Promise<string> {
  const tooLarge = output.texts(faultTexts).htmlTooLarge;
  return readText(output.terminal, path, { maxBytes: htmlLimits.maxBytes, tooLarge });
}

function valuesIn(given: readonly string[], texts: MailCommandTexts): Record<string, string> {
  return Object.fromEntries(
    given.map((pair) => {
      const at = pair.indexOf("=");
      if (at < 1) throw new UsageFault(texts.valueForm(pair));
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}

/** Media types by file extension; for any other extension none is sent. */
const types: Readonly<Record<string, string>> = {
  ".pdf": "application/pdf",
  ".txt": "text/plain",
  ".csv": "text/csv",
  ".ics": "text/calendar",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".zip": "application/zip",
};

async function attached(file: string, texts: MailCommandTexts) {
  const type = types[extname(file).toLowerCase()] ?? "application/octet-stream";
  let content: Buffer;
  try {
    content = await readFile(file);
  } catch (cause) {
    throw new UsageFault(texts.attachmentUnread(file), { cause });
  }
  return { name: basename(file), type, content: content.toString("base64") };
}

type ListOptions = CommonOptions & { state?: TransactionalState; to?: string; kind?: string };

async function listMails(output: Output, options: ListOptions): Promise<ExitCode> {
  const texts = output.texts(mailCommandTexts);
  const { client } = await connect(output.terminal, options.server);
  const only = {
    ...(options.state && { state: options.state }),
    ...(options.to && { email: options.to }),
    ...(options.kind && { kind: options.kind }),
  };
  let listed = 0;
  for await (const mail of everyMail(client, only)) {
    const why = output.words(mail.cause, mail.reason);
    const line = `${texts.states[mail.state].padEnd(10)}  ${mail.id}  ${mail.email}  ${withFallbacks(mail.subject)}`;
    output.line(why ? `${line}: ${why}` : line);
    output.event("mail", mail);
    listed += 1;
  }
  if (listed === 0) output.line(texts.none);
  return exitCodes.done;
}

async function* everyMail(
  client: Client,
  only: { state?: TransactionalState; email?: string; kind?: string },
) {
  let before: string | null = null;
  do {
    const query: typeof only & { before?: string; pageSize: number } = {
      ...only,
      pageSize: transactionalLimits.pageMax,
    };
    if (before !== null) query.before = before;
    const page = await client("GET /email/transactional", { query });
    yield* page.items;
    before = page.next;
  } while (before !== null);
}

async function showMail(output: Output, id: string, options: CommonOptions): Promise<ExitCode> {
  const texts = output.texts(mailCommandTexts);
  const { client } = await connect(output.terminal, options.server);
  const mail = await client("GET /email/transactional/{id}", { params: { id } });
  const { facts, fact } = texts;
  const isOpen = mail.state === "queued" || mail.state === "deferred";
  const said: [string, string | number | null][] = [
    [facts.to, mail.name === "" ? mail.email : `${mail.name} <${mail.email}>`],
    [facts.subject, withFallbacks(mail.subject)],
    [facts.kind, mail.kind],
    [facts.state, texts.states[mail.state]],
    [facts.why, output.words(mail.cause, mail.reason) ?? null],
    [facts.waiting, output.words(mail.waitingCause, mail.waiting) ?? null],
    [facts.next, mail.nextAt && momentOf(mail.nextAt)],
    [facts.expires, isOpen ? momentOf(mail.expiresAt) : null],
    [facts.from, mail.from],
    [facts.replyTo, mail.replyTo],
    [facts.tags, mail.tags.join(", ")],
    [facts.attachments, mail.attachments.map(({ name }) => name).join(", ")],
    [facts.attempts, mail.attempts],
    [facts.messageId, mail.messageId],
  ];
  for (const [what, words] of said) if (words) output.line(fact({ what, said: `${words}` }));
  for (const { what, at } of mail.history) output.line(fact({ what: texts.steps[what], said: momentOf(at) }));
  output.event("mail", mail);
  return exitCodes.done;
}

const momentOf = (timeMs: number) => new Date(timeMs).toISOString();

async function retryMail(output: Output, id: string, options: CommonOptions): Promise<ExitCode> {
  const { client } = await connect(output.terminal, options.server);
  const { message } = await client("POST /email/transactional/{id}/retry", { params: { id }, body: {} });
  output.line(message);
  output.event("retried", { id });
  return exitCodes.done;
}
