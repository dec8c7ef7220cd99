import type { ReactNode } from "react";
import { withFallbacks } from "../../../../contract/mergeFields.ts";
import type { TransactionalDetail } from "../../../../contract/schemas/transactional.ts";
import { mailTexts } from "../../../../contract/texts/workspace/mails.ts";
import { browserClient } from "../../../_data/browserClient.ts";
import { useAction } from "../../../_data/useAction.ts";
import { useLoad } from "../../../_data/useLoad.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { useWords } from "../../../_data/useWords.ts";
import { Button } from "../../../_parts/Button.tsx";
import { Dialog } from "../../../_parts/Dialog.tsx";
import { Notice } from "../../../_parts/Notice.tsx";
import { WhenLoaded } from "../../../_parts/WhenLoaded.tsx";
import { MailMoment } from "./MailMoment.tsx";
import { MailState } from "./MailState.tsx";
import { mailQueries } from "./questions.ts";

/** One transactional mail: its details, its history, and a button that tries it again. */
export function MailDialog({ id, close }: { id: string | null; close: () => void }) {
  const texts = useTexts(mailTexts);
  return (
    <Dialog open={id !== null} title={texts.detail.title} size="wide" onClose={close}>
      {id === null ? null : <MailDetail id={id} />}
    </Dialog>
  );
}

function MailDetail({ id }: { id: string }) {
  const texts = useTexts(mailTexts);
  const mail = useLoad(mailQueries.one(id));
  return (
    <WhenLoaded what={texts.detail.title} loaded={mail} rows={6}>
      {(found) => (
        <div className="mail-detail">
          <Facts mail={found} />
          <h3>{texts.detail.history}</h3>
          <ol className="mail-history">
            {found.history.map(({ what, at }) => (
              <li key={what}>
                {texts.detail.steps[what]} <MailMoment at={at} />
              </li>
            ))}
          </ol>
          <Retry mail={found} />
        </div>
      )}
    </WhenLoaded>
  );
}

function Facts({ mail }: { mail: TransactionalDetail }) {
  const { detail } = useTexts(mailTexts);
  const words = useWords();
  const isOpen = mail.state === "queued" || mail.state === "deferred";
  const facts: [string, ReactNode][] = [
    [detail.to, mail.name === "" ? mail.email : `${mail.name} <${mail.email}>`],
    [detail.subject, withFallbacks(mail.subject)],
    [detail.from, mail.from],
    [detail.kind, mail.kind],
    [detail.why, mail.cause && words(mail.cause, mail.reason ?? "")],
    [detail.waiting, mail.waitingCause && words(mail.waitingCause, mail.waiting ?? "")],
    [detail.next, mail.nextAt && <MailMoment at={mail.nextAt} />],
    [detail.expires, isOpen && <MailMoment at={mail.expiresAt} />],
    [detail.replyTo, mail.replyTo],
    [detail.tags, mail.tags.join(", ")],
    [detail.attachments, mail.attachments.map(({ name }) => name).join(", ")],
    [detail.attempts, mail.attempts],
    [detail.messageId, <code key="id">{mail.messageId}</code>],
  ];
  return (
    <>
      <MailState state={mail.state} />
      <dl className="mail-facts">
        {facts.map(([what, said]) =>
          said ? (
            <div key={what}>
              <dt>{what}</dt>
              <dd>{said}</dd>
            </div>
          ) : null,
        )}
      </dl>
    </>
  );
}

function Retry({ mail: { id, state, mayRetry } }: { mail: TransactionalDetail }) {
  const { detail } = useTexts(mailTexts);
  const retry = useAction(() =>
    browserClient("POST /email/transactional/{id}/retry", { params: { id }, body: {} }),
  );
  if (!mayRetry)
    return state === "failed" || state === "uncertain" ? <p className="muted">{detail.emptied}</p> : null;
  return (
    <>
      {state === "uncertain" ? <p>{detail.uncertain}</p> : null}
      {retry.message === "" ? null : <Notice status="failed">{retry.message}</Notice>}
      <Button onClick={() => void retry.run()} aria-disabled={retry.running}>
        {retry.running ? detail.retrying : detail.retry}
      </Button>
    </>
  );
}
