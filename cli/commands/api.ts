import { basename } from "node:path";
import type { CallOptions, Client } from "../../contract/client.ts";
import type { Endpoint } from "../../contract/endpoint.ts";
import { Refusal } from "../../contract/errors.ts";
import { bodyLimits } from "../../contract/limits/http.ts";
import { mib } from "../../contract/limits/units.ts";
import { parseJson } from "../../contract/parseJson.ts";
import { faultTexts } from "../../contract/texts/terminal/faults.ts";
import type { HelpTexts } from "../../contract/texts/terminal/help.ts";
import { type VerbTexts, verbTexts } from "../../contract/texts/terminal/verbs.ts";
import { action, createCommand } from "../command.ts";
import type { CommonOptions } from "../commonOptions.ts";
import { connect, defaultServer, serverOrigin } from "../connection.ts";
import { type ExitCode, exitCodes } from "../exitCodes.ts";
import { UsageFault } from "../faults.ts";
import { readBytes, requireWritable, saveAnswer, stdio } from "../files.ts";
import { type Call, findCall } from "../find/findCall.ts";
import { indentedJson, plainJson, printable } from "../format/plainText.ts";
import type { Output } from "../output.ts";
import { createTerminalClient } from "../terminalClient.ts";

type ApiOptions = CommonOptions & { query?: string[]; data?: string; output?: string; key?: string };

/** `amplify api METHOD PATH`: any call of the contract, for what no other command does. */
export function apiCommand({ api, groups }: HelpTexts) {
  return createCommand("api", api.summary)
    .helpGroup(groups.programs)
    .argument("<method>", api.method)
    .argument("<path>", api.path)
    .option("-q, --query <name=value>", api.query, (value: string, all: string[] = []) => [...all, value])
    .option("-d, --data <body>", api.data)
    .option("-o, --output <file>", api.output)
    .option("--key <key>", api.key)
    .addHelpText("after", api.examples)
    .action(action(callApi));
}

/** A client for any call: the call has been looked up in the contract, and the server checks the rest. */
type AnyClient = (
  key: string,
  input: { params: Record<string, string>; query: Record<string, string>; body?: unknown },
  options: CallOptions,
) => Promise<unknown>;

async function callApi(
  output: Output,
  method: string,
  address: string,
  options: ApiOptions,
): Promise<ExitCode> {
  const texts = output.texts(verbTexts);
  const [path = "", search = ""] = address.split(/\?(.*)/s);
  const call = findCall({ method: method.toUpperCase(), path }, texts);
  const query = { ...Object.fromEntries(new URLSearchParams(search)), ...queryIn(options.query, texts) };
  const body = options.data === undefined ? undefined : await bodyOf(output, call, options.data);
  await requireWritable(output, options.output);
  const client = (await clientFor(output, call.endpoint, options.server)) as unknown as AnyClient;
  const answer = await client(
    call.key,
    { params: call.params, query, ...(body === undefined ? {} : { body }) },
    options.key === undefined ? {} : { idempotencyKey: options.key },
  );
  await print(output, answer, options.output);
  return exitCodes.done;
}

function queryIn(all: readonly string[] = [], texts: VerbTexts): Record<string, string> {
  const query: Record<string, string> = {};
  for (const each of all) {
    const at = each.indexOf("=");
    if (at < 1) throw new UsageFault(texts.api.queryForm(each));
    query[each.slice(0, at)] = each.slice(at + 1);
  }
  return query;
}

/** JSON as an argument, in a file or on stdin; for a call that takes a file, the file itself. */
async function bodyOf(output: Output, { key, endpoint }: Call, data: string): Promise<unknown> {
  const { api: texts } = output.texts(verbTexts);
  const type = endpoint.bodyType ?? "json";
  if (endpoint.body === undefined && type === "json") throw new UsageFault(texts.noBody(key));
  const maxBytes = bodyLimits[endpoint.bodyLimit ?? "jsonBytes"];
  const path = data.startsWith("@") ? data.slice(1) : data === stdio ? stdio : null;
  const bytes =
    path === null
      ? new TextEncoder().encode(data)
      : await readBytes(output.terminal, path, { maxBytes, tooLarge: texts.tooLarge(maxBytes / mib) });
  if (type === "bytes") return new Blob([bytes]);
  if (type === "file") {
    const form = new FormData();
    form.append("file", new Blob([bytes]), basename(path === null || path === stdio ? "stdin" : path));
    return form;
  }
  try {
    return parseJson(new TextDecoder().decode(bytes));
  } catch (error) {
    throw new UsageFault(texts.notJson((error as Error).message));
  }
}

/** Public calls work without being signed in. */
async function clientFor(output: Output, { access }: Endpoint, server: string | undefined): Promise<Client> {
  const { terminal } = output;
  try {
    return (await connect(terminal, server)).client;
  } catch (error) {
    if (access !== "public" || !(error instanceof Refusal && error.code === "unauthorized")) throw error;
    const named = server ?? terminal.env.AMPLIFY_SERVER ?? defaultServer;
    return createTerminalClient({
      base: serverOrigin(named, terminal.texts(faultTexts)),
      texts: terminal.texts,
    });
  }
}

/** Prints the JSON or whatever else the call answers, and nothing else. */
async function print(output: Output, answer: unknown, path: string | undefined): Promise<void> {
  const { stdout } = output.terminal;
  if (!(answer instanceof Response)) {
    const json = output.mode === "json" ? plainJson(answer) : indentedJson(answer);
    if (path !== undefined) await saveAnswer(output, path, new Response(`${json}\n`));
    else stdout.write(`${json}\n`);
    return;
  }
  if (path !== undefined || !stdout.isTTY) return saveAnswer(output, path ?? stdio, answer);
  const type = answer.headers.get("content-type") ?? "";
  if (!/^(text|message)\//.test(type)) throw new UsageFault(output.texts(verbTexts).api.binary(type));
  // What strangers wrote must not contain control sequences for the terminal of whoever reads it.
  for (const line of (await answer.text()).split(/\r?\n/)) stdout.write(`${printable(line)}\n`);
}
