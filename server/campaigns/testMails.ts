import type { Scope } from "../../contract/identity/scope.ts";
import { sendLimits } from "../../contract/limits/sending.ts";
import { customNames } from "../../contract/mergeFields.ts";
import { inner, reason as reasonOf } from "../../contract/reasons.ts";
import { refused, refusedFor } from "../../contract/refused.ts";
import type { TestInput } from "../../contract/schemas/campaign.ts";
import type { Outcome } from "../../contract/sending/outcome.ts";
import { senderMailbox } from "../../contract/sending/senderMailbox.ts";
import { answerTexts } from "../../contract/texts/answers.ts";
import { type CredentialRow, createCredentialStore } from "../../db/stores/accounts/credentials.ts";
import { createAudienceStore } from "../../db/stores/campaigns/audience.ts";
import { senderAccountOf } from "../accounts/index.ts";
import { atMost } from "../core/atMost.ts";
import type { SignedIn } from "../core/caller.ts";
import type { Core } from "../core/core.ts";
import { inTexts } from "../core/inWords.ts";
import type { Waits } from "../core/waits.ts";
import { createLeadFieldReader, mergeValuesFor } from "../leads/index.ts";
import type { SendingPort } from "../sending/boundary/port.ts";
import { testMail } from "./mails.ts";
import { accountNamed, namesAccount } from "./sendRequest.ts";
import { withPreview } from "./withPreview.ts";

/** Whose accounts and templates are meant, and who gets the mail. */
type Asking = { scope: Scope; person: SignedIn };

export type TestMails = ReturnType<typeof createTestMails>;

/** Test mails go to the signed-in person's own address, or to that of an account of the workspace, and nowhere else. */
export function createTestMails(
  core: Core,
  parts: {
    sender: Pick<SendingPort, "sendOne">;
    templateHtml(scope: Scope, templateId: string): Promise<string | null>;
  },
) {
  const credentials = createCredentialStore(core.database);
  const audience = createAudienceStore(core.database);
  const definitionsOf = createLeadFieldReader(core);

  async function accountFor(scope: Scope, input: TestInput): Promise<CredentialRow> {
    const rows = await credentials.ownedBy(scope.workspaceId);
    const [first] = rows;
    if (first === undefined) throw refused("no_credentials");
    // One that waits for a person would take no mail.
    return namesAccount(input) ? accountNamed(rows, input) : (rows.find(({ paused }) => !paused) ?? first);
  }

  async function addressFor({ scope, person }: Asking, { to }: TestInput): Promise<string> {
    if (to === undefined) return person.email;
    return accountNamed(await credentials.ownedBy(scope.workspaceId), { credentialId: to }).appEmail;
  }

  async function htmlOf(scope: Scope, input: TestInput): Promise<string> {
    if (input.html?.trim()) return input.html;
    const html = input.templateId ? await parts.templateHtml(scope, input.templateId) : null;
    if (html === null) throw refused("template_unknown", {}, { field: "templateId" });
    if (html.trim() === "") throw refused("template_not_chosen", {}, { field: "templateId" });
    return html;
  }

  return {
    /** @throws {Refusal} with the server's reply and what to do when the mail was not taken. */
    async send(asking: Asking, input: TestInput): Promise<{ message: string }> {
      const { scope, person } = asking;
      const html = withPreview(await htmlOf(scope, input), input.preview ?? "");
      const account = await accountFor(scope, input);
      const to = await addressFor(asking, input);
      const definitions = await definitionsOf(scope);
      const mail = await testMail(core, {
        subject: input.subject?.trim() || inTexts(answerTexts).campaigns.testSubject,
        html,
        from: senderMailbox(senderAccountOf(account)),
        fromEmail: account.appEmail,
        to,
        values: await mergeValuesFor(audience, { scope, person, leadId: input.leadId, definitions }),
        custom: customNames(definitions),
      });
      const { id: credentialId, workspaceId } = account;
      return answerOf(await inTime(parts.sender.sendOne({ credentialId, workspaceId, mail })), to);
    },
  };
}

/**
 * What became of a test mail, for somebody who waits for it. A server may take ten minutes for what it says of a mail; by
 * then proxies have given the request up, and the person knows nothing.
 */
export async function inTime(work: Promise<Outcome>, waits?: Pick<Waits, "after">): Promise<Outcome> {
  let isOver = false;
  const ending = work.finally(() => {
    isOver = true;
  });
  await atMost(sendLimits.singleAnswerMs, ending, waits);
  return isOver ? work : { kind: "uncertain", reason: reasonOf("not_answered_yet") };
}

function answerOf({ kind, reason }: Outcome, email: string): { message: string } {
  const why = inner(reason);
  const { reply } = reason;
  switch (kind) {
    case "sent":
      return { message: inTexts(answerTexts).campaigns.testSent(email) };
    case "uncertain":
      throw refusedFor("unavailable", reasonOf("test_uncertain", { email, why }, reply));
    case "busy":
      throw refusedFor("unavailable", reasonOf("test_not_sent", { why }, reply));
    case "account":
    case "refused":
      throw refusedFor("bad_request", reasonOf("test_refused", { why }, reply));
  }
}
