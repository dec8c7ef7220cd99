import { answerTexts } from "../../../contract/texts/answers.ts";
import type { Core } from "../../core/core.ts";
import { inTexts } from "../../core/inWords.ts";
import { idempotencyKeyOf, tellReplayed } from "../../http/idempotencyKey.ts";
import { type Route, route } from "../../http/route.ts";
import type { SendingPort } from "../../sending/boundary/port.ts";
import { createMailAcceptance, type MailParts } from "./acceptMails.ts";
import { createKindSuppressions } from "./kindSuppressions.ts";
import { createMailLog } from "./mailLog.ts";

/** Mails that programs ask for one by one. */
export function transactionalRoutes(
  core: Core,
  parts: MailParts & { sender: Pick<SendingPort, "tell" | "waitingsOf"> },
): Route[] {
  const acceptance = createMailAcceptance(core, parts);
  const log = createMailLog(core, parts);
  const suppressions = createKindSuppressions(core);
  const texts = () => inTexts(answerTexts).transactional;
  return [
    route("POST /email/transactional", async ({ scope, body, request, headers }) => {
      const { answer, isAgain } = await acceptance.accept(scope, body, idempotencyKeyOf(request.headers));
      if (isAgain) tellReplayed(headers);
      return answer;
    }),
    route("GET /email/transactional", ({ scope, query }) => log.list(scope, query)),
    route("GET /email/transactional/{id}", ({ scope, params: { id } }) => log.one({ scope, id })),
    route("POST /email/transactional/{id}/retry", async ({ scope, params: { id } }) => {
      await log.retry({ scope, id });
      return { message: texts().retried };
    }),
    route("GET /email/suppressions", ({ scope, query }) => suppressions.list(scope, query)),
    route("POST /email/suppressions", ({ scope, body }) => suppressions.add(scope, body)),
    route("DELETE /email/suppressions/{id}", async ({ scope, params: { id } }) => {
      await suppressions.remove(scope, id);
      return { message: texts().allowed };
    }),
  ];
}
