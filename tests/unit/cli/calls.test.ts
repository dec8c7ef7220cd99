import { expect, test } from "bun:test";
import { Glob } from "bun";
import type { Command } from "commander";
import { cliCommands } from "../../../cli/commands.ts";
import { type EndpointKey, endpoints } from "../../../contract/endpoints.ts";
import { help } from "../../../contract/texts/en/terminal/help.ts";

/** Why a call has no command of its own; `amplify api` makes each of them all the same. */
const left = {
  signing: { why: "signing up, a forgotten password and Google are visited in the browser" },
  final: { why: "deleting everything is asked for where it is shown what goes" },
  undoable: { why: "`leads remove` deletes by an action, which can be undone" },
  imports: { why: "`import` does it on the server, for files of any length, and can be undone" },
  listed: { why: "a list without content, or of all, is asked for in its place" },
  frame: { why: "a page for a frame; `templates preview` writes the mail itself" },
  editor: { why: "rows are put into mails in the editor" },
  page: { why: "what the browser's campaign page draws while somebody composes or looks" },
  first: { why: "the first steps are shown in the browser" },
  tab: { why: "what the API tab shows" },
  admin: { why: "for whoever runs the installation" },
  programs: { why: "for monitors and for programs that write clients" },
  recipients: { why: "what recipients and their mail programs ask for" },
};

/** Each call, and the command that makes it. A new call needs a line here: a command, or why it has none. */
const calls: Record<EndpointKey, string | { why: string }> = {
  "POST /amplify/auth/signup": left.signing,
  "POST /amplify/auth/login": "login",
  "POST /amplify/auth/logout": "logout",
  "POST /amplify/auth/verify": left.signing,
  "GET /amplify/auth/me": "whoami",
  "POST /amplify/auth/password": left.signing,
  "POST /amplify/auth/forgot": left.signing,
  "POST /amplify/auth/reset": left.signing,
  "POST /amplify/auth/store-google-user": left.signing,
  "GET /auth/authorize/scope": left.signing,
  "GET /auth/microsoft/authorize": left.signing,
  "POST /auth/google/sign-in": left.signing,
  "POST /auth/google/link": left.signing,
  "GET /amplify/account": "account",
  "GET /amplify/account/sessions": "account sessions",
  "DELETE /amplify/account/sessions/{id}": "account sessions end",
  "GET /amplify/plan": "account plan",
  "GET /amplify/account/tracking": "tracking",
  "PUT /amplify/account/tracking": "tracking",
  "DELETE /amplify/account/sessions": "account sessions end-all",
  "GET /amplify/account/export": "account export",
  "POST /amplify/account/delete": left.final,
  "GET /amplify/auth/credentials": "accounts",
  "POST /amplify/auth/credentials": "accounts add",
  "PUT /amplify/auth/credentials/{id}": "accounts edit",
  "DELETE /amplify/auth/credentials/{id}": "accounts remove",
  "GET /amplify/auth/credentials/{id}/health": "accounts show",
  "GET /amplify/auth/credentials/{id}/domain": "accounts domain",
  "POST /amplify/auth/credentials/{id}/domain": "accounts domain",
  "POST /amplify/auth/credentials/{id}/domain/keys": "accounts sign",
  "PUT /amplify/auth/credentials/{id}/domain/keys/{keyId}": "accounts sign",
  "DELETE /amplify/auth/credentials/{id}/domain/keys/{keyId}": "accounts sign",
  "POST /amplify/auth/credentials/{id}/test": "accounts test",
  "POST /amplify/auth/credentials/{id}/resume": "accounts resume",
  "GET /amplify/auth/readings": "accounts reading",
  "PUT /amplify/auth/credentials/{id}/reading": "accounts reading",
  "DELETE /amplify/auth/credentials/{id}/reading": "accounts reading",
  "GET /amplify/leads": "collections",
  "POST /amplify/leads/find": "leads",
  "POST /amplify/leads": "leads add",
  "GET /amplify/leads/{id}": "leads show",
  "PUT /amplify/leads/{id}": "leads edit",
  "DELETE /amplify/leads/{id}": left.undoable,
  "POST /amplify/leads/bulk": left.imports,
  "POST /files/convert/excel-to-json": left.imports,
  "GET /amplify/collections": "collections",
  "POST /amplify/collections": "collections add",
  "PATCH /amplify/collections/{id}": "collections rename",
  "DELETE /amplify/collections/{id}": "collections remove",
  "POST /amplify/leads/actions": "leads remove",
  "POST /amplify/leads/deletions/{id}/undo": "leads restore",
  "POST /amplify/leads/export": "leads export",
  "GET /amplify/leads/{id}/history": "leads show",
  "GET /amplify/leads/{id}/consent": "leads show",
  "DELETE /amplify/leads/{id}/returned": "leads mail-again",
  "POST /amplify/collections/{id}/merge": "collections merge",
  "GET /amplify/fields": "fields",
  "POST /amplify/fields": "fields add",
  "PATCH /amplify/fields/{id}": "fields edit",
  "DELETE /amplify/fields/{id}": "fields remove",
  "POST /amplify/fields/{id}/restore": "fields restore",
  "GET /amplify/leads/{id}/notes": "leads notes",
  "POST /amplify/leads/{id}/notes": "leads notes add",
  "DELETE /amplify/leads/{id}/notes/{noteId}": "leads notes remove",
  "GET /amplify/segments": "segments",
  "POST /amplify/segments": "segments add",
  "POST /amplify/segments/count": "segments show",
  "GET /amplify/segments/{id}": left.listed,
  "PUT /amplify/segments/{id}": "segments edit",
  "DELETE /amplify/segments/{id}": "segments remove",
  "POST /amplify/segments/{id}/restore": "segments restore",
  "POST /amplify/imports": "import",
  "GET /amplify/imports": "imports",
  "GET /amplify/imports/{id}": "import",
  "POST /amplify/imports/{id}/start": "import",
  "POST /amplify/imports/{id}/cancel": "import",
  "POST /amplify/imports/{id}/undo": "imports undo",
  "GET /amplify/imports/{id}/rejects": "import",
  "DELETE /amplify/imports/{id}": "import",
  "GET /templates": left.listed,
  "GET /templates/public": left.listed,
  "GET /templates/summaries": "templates",
  "POST /templates": "templates add",
  "POST /templates/render": "templates push",
  "POST /templates/deletions/{id}/undo": "templates restore",
  "GET /templates/{id}": "templates pull",
  "PUT /templates/{id}": "templates push",
  "DELETE /templates/{id}": "templates remove",
  "POST /templates/{id}/publish": "templates publish",
  "PUT /templates/{id}/folder": "templates move",
  "GET /templates/{id}/versions": "templates versions",
  "GET /templates/{id}/versions/{version}": "templates pull",
  "POST /templates/{id}/versions/{version}/restore": "templates revert",
  "GET /templates/{id}/preview": left.frame,
  "GET /amplify/images": "images",
  "GET /amplify/images/use": "images",
  "POST /amplify/images": "images add",
  "PUT /amplify/images/{id}": "images describe",
  "DELETE /amplify/images/{id}": "images remove",
  "POST /amplify/images/{id}/restore": "images restore",
  "GET /amplify/template-folders": "templates folders",
  "POST /amplify/template-folders": "templates folders add",
  "PUT /amplify/template-folders/{id}": "templates folders rename",
  "DELETE /amplify/template-folders/{id}": "templates folders remove",
  "POST /amplify/template-folders/{id}/restore": "templates folders restore",
  "GET /amplify/saved-rows": left.editor,
  "POST /amplify/saved-rows": left.editor,
  "PUT /amplify/saved-rows/{id}": left.editor,
  "DELETE /amplify/saved-rows/{id}": left.editor,
  "POST /amplify/saved-rows/{id}/restore": left.editor,
  "GET /amplify/campaigns/compare": "campaigns compare",
  "GET /amplify/campaigns/count": left.page,
  "GET /amplify/campaigns/{id}/times": "campaigns show",
  "GET /amplify/campaigns/{id}/breakdown": "campaigns show",
  "GET /amplify/campaigns/{id}/causes": "campaigns show",
  "GET /amplify/campaigns/{id}/clicks": left.page,
  "GET /amplify/campaigns/{id}/picture": "campaigns show",
  "GET /amplify/campaigns/{id}/deliveries.csv": "campaigns csv",
  "POST /email/send": "send",
  "POST /email/send/plan": "send",
  "POST /email/preview": "templates preview",
  "POST /email/send/test": "send",
  "GET /amplify/campaigns": "campaigns",
  "GET /amplify/campaigns/{id}": "watch",
  "GET /amplify/campaigns/{id}/parts": "campaigns show",
  "GET /amplify/campaigns/{id}/deliveries": "deliveries",
  "GET /amplify/campaigns/{id}/links": "links",
  "GET /amplify/campaigns/{id}/optouts": "campaigns optouts",
  "GET /amplify/campaigns/{id}/leads": "sequences leads",
  "POST /amplify/campaigns/{id}/pause": "pause",
  "POST /amplify/campaigns/{id}/resume": "resume",
  "POST /amplify/campaigns/{id}/cancel": "cancel",
  "POST /amplify/campaigns/{id}/account": "send-rest",
  "POST /amplify/campaigns/{id}/retry": "retry",
  "POST /amplify/campaigns": "sequences start",
  "GET /amplify/campaigns/{id}/plan": "campaigns winner",
  "PUT /amplify/campaigns/{id}/plan": "campaigns rename",
  "GET /amplify/campaigns/{id}/standing": "sequences show",
  "GET /amplify/campaigns/{id}/mails/{variantId}": left.page,
  "PUT /amplify/campaigns/{id}/mails/{variantId}": "sequences start",
  "DELETE /amplify/campaigns/{id}": "campaigns delete",
  "POST /amplify/campaigns/{id}/restore": "campaigns undo",
  "POST /amplify/campaigns/audience": left.page,
  "POST /amplify/campaigns/audience/left": left.page,
  "GET /amplify/campaigns/{id}/review": "campaigns start",
  "POST /amplify/campaigns/{id}/review": left.page,
  "POST /amplify/campaigns/{id}/start": "campaigns start",
  "POST /amplify/campaigns/{id}/undo": "campaigns undo",
  "POST /amplify/campaigns/{id}/duplicate": "campaigns duplicate",
  "POST /amplify/campaigns/{id}/archive": "campaigns archive",
  "POST /amplify/campaigns/{id}/winner": "campaigns winner",
  "POST /amplify/campaigns/{id}/uncertain": "campaigns uncertain",
  "GET /amplify/campaigns/{id}/activity": "campaigns activity",
  "GET /amplify/sandbox/mails": "sandbox",
  "GET /amplify/sandbox/mails/{id}": "sandbox show",
  "DELETE /amplify/sandbox/mails": "sandbox empty",
  "GET /amplify/start": left.first,
  "PUT /amplify/start": left.first,
  "POST /amplify/start/samples": left.first,
  "DELETE /amplify/start/samples": left.first,
  "GET /amplify/api/overview": left.tab,
  "GET /amplify/api/keys": "keys",
  "POST /amplify/api/keys": "keys add",
  "DELETE /amplify/api/keys/{id}": "keys revoke",
  "GET /amplify/api/requests": left.tab,
  "GET /amplify/api/usage": left.tab,
  "POST /amplify/auth/device": "login",
  "POST /amplify/auth/device/key": "login",
  "GET /amplify/api/approvals/{code}": left.page,
  "POST /amplify/api/approvals/{code}": left.page,
  "GET /amplify/api/webhooks": "webhooks",
  "POST /amplify/api/webhooks": "webhooks add",
  "GET /amplify/api/webhooks/{id}": left.listed,
  "PUT /amplify/api/webhooks/{id}": "webhooks edit",
  "DELETE /amplify/api/webhooks/{id}": "webhooks remove",
  "POST /amplify/api/webhooks/{id}/pause": "webhooks pause",
  "POST /amplify/api/webhooks/{id}/resume": "webhooks resume",
  "POST /amplify/api/webhooks/{id}/rotate": "webhooks rotate",
  "POST /amplify/api/webhooks/{id}/test": "webhooks test",
  "GET /amplify/api/webhooks/{id}/deliveries": "webhooks deliveries",
  "POST /amplify/api/webhooks/{id}/deliveries/{eventId}/redeliver": "webhooks redeliver",
  "POST /amplify/api/webhooks/{id}/redeliver": "webhooks redeliver",
  "POST /email/transactional": "mail send",
  "GET /email/transactional": "mail list",
  "GET /email/transactional/{id}": "mail show",
  "POST /email/transactional/{id}/retry": "mail retry",
  "GET /email/suppressions": "suppressions list",
  "POST /email/suppressions": "suppressions add",
  "DELETE /email/suppressions/{id}": "suppressions remove",
  "GET /amplify/admin/jobs": left.admin,
  "POST /amplify/admin/jobs/{id}/retry": left.admin,
  "GET /healthz": left.programs,
  "GET /openapi.json": left.programs,
  "GET /u/{token}": left.recipients,
  "POST /u/{token}": left.recipients,
  "POST /u/{token}/reason": left.recipients,
  "POST /u/{token}/return": left.recipients,
  "POST /u/{token}/counting": left.recipients,
  "GET /r/{token}": left.recipients,
  "POST /r/{token}": left.recipients,
  "GET /o/{token}": left.recipients,
  "GET /c/{token}": left.recipients,
};

const root = `${import.meta.dir}/../../..`;

test("every call has a command, or a reason why it has none", async () => {
  expect(Object.keys(calls).sort()).toEqual(Object.keys(endpoints).sort());
  const commands = new Set(cliCommands(help).flatMap((command) => namesOf(command, "")));
  // What takes several calls is shared with the workspace.
  const shared = await calledIn(`${root}/contract/campaigns`);
  const called = new Set([...(await calledIn(`${root}/cli`)), ...shared]);
  const wrong = Object.entries(calls).filter(([key, how]) =>
    typeof how === "string" ? !commands.has(how) || !called.has(key) : called.has(key),
  );
  expect(wrong).toEqual([]);
});

test("README's table names every command that has others beneath it, with all of them", async () => {
  const readme = await Bun.file(`${root}/README.md`).text();
  const table = readme.slice(readme.indexOf("| command | subcommands |"));
  const told = new Map(
    table
      .slice(0, table.indexOf("\n\n"))
      .matchAll(/^\| `([a-z]+)` \| (.*) \|$/gm)
      .map(([, name = "", beneath = ""]) => [name, wordsIn(beneath)] as const),
  );
  const there = cliCommands(help)
    .filter(({ commands }) => commands.length > 0)
    .map(
      (command) =>
        [command.name(), [...new Set(namesOf(command, "").slice(1).map(lastWord))].sort()] as const,
    );
  const shown = there.filter(([name]) => told.has(name));
  expect(Object.fromEntries(told)).toEqual(Object.fromEntries(shown));
  // The others are named in the text.
  const left = there.flatMap(([name]) => (told.has(name) ? [] : [name]));
  for (const name of left) expect(readme).toContain(`amplify ${name} `);
});

const wordsIn = (text: string) => [...text.matchAll(/`([a-z-]+)`/g)].map(([, word = ""]) => word).sort();
const lastWord = (name: string) => name.slice(name.lastIndexOf(" ") + 1);

function namesOf(command: Command, before: string): string[] {
  const name = `${before}${command.name()}`;
  return [name, ...command.commands.flatMap((child) => namesOf(child, `${name} `))];
}

/** The calls that the terminal makes, by what stands between quotes in its source. */
async function calledIn(folder: string): Promise<Set<string>> {
  const found = new Set<string>();
  for await (const file of new Glob("**/*.{ts,tsx}").scan(folder))
    for (const [, key = ""] of (await Bun.file(`${folder}/${file}`).text()).matchAll(
      /"((?:GET|POST|PUT|PATCH|DELETE) \/[^"]*)"/g,
    ))
      found.add(key);
  return found;
}
