import { useState } from "react";
import type { Webhook, WebhookTest } from "../../../../contract/schemas/webhooks.ts";
import { webhookTypes } from "../../../../contract/schemas/webhookTypes.ts";
import { webhookTexts } from "../../../../contract/texts/workspace/webhooks.ts";
import { browserClient } from "../../../_data/browserClient.ts";
import { shortMoment } from "../../../_data/momentsHere.ts";
import { useAction } from "../../../_data/useAction.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Badge } from "../../../_parts/Badge.tsx";
import { Button, type ButtonProps } from "../../../_parts/Button.tsx";
import { Notice } from "../../../_parts/Notice.tsx";

type Props = { webhook: Webhook; onOpen: (what: "edit" | "log" | "rotate" | "remove") => void };

/** One webhook: its URL, its state, and its actions. */
export function WebhookCard({ webhook, onOpen }: Props) {
  const texts = useTexts(webhookTexts);
  const { _id: id, name, url, types, state, pausedReason, formerSecretUntil, failing } = webhook;
  const [came, setCame] = useState<WebhookTest | null>(null);
  const testing = useAction(async () => {
    setCame(null);
    setCame(await browserClient("POST /amplify/api/webhooks/{id}/test", { params: { id } }));
  });
  const steering = useAction(async () => {
    const key = state === "paused" ? "resume" : "pause";
    await browserClient(`POST /amplify/api/webhooks/{id}/${key}`, { params: { id } });
  });
  const fault = testing.message || steering.message;
  return (
    <li className="card webhook-card">
      <div className="account-head">
        <h3>{name}</h3>
        <Badge status={badgeOf(webhook)}>{failing ? texts.failing : texts[state]}</Badge>
      </div>
      <p className="webhook-url">{url}</p>
      <p className="muted">
        {[texts.typesOf(types.length, webhookTypes.length), ...figures(webhook, texts)].join(" · ")}
      </p>
      {state === "paused" ? (
        <Notice status="waiting">
          <div>
            <p>{pausedReason}</p>
            <p>{texts.pausedMeans}</p>
          </div>
        </Notice>
      ) : null}
      {failing ? (
        <Notice status="uncertain">
          <div>
            <p>{failing.reason}</p>
            <p>{texts.failingMeans(shortMoment(failing.nextTryAt))}</p>
          </div>
        </Notice>
      ) : null}
      {formerSecretUntil === null ? null : (
        <p className="muted">{texts.formerUntil(shortMoment(formerSecretUntil))}</p>
      )}
      <div className="actions webhook-actions">
        <Action of={name} aria-disabled={testing.running} onClick={() => void testing.run()}>
          {testing.running ? texts.testing : texts.test}
        </Action>
        <Action of={name} onClick={() => onOpen("log")}>
          {texts.log}
        </Action>
        <Action of={name} onClick={() => onOpen("edit")}>
          {texts.edit}
        </Action>
        <Action of={name} onClick={() => onOpen("rotate")}>
          {texts.rotate}
        </Action>
        <Action of={name} aria-disabled={steering.running} onClick={() => void steering.run()}>
          {state === "paused" ? texts.resume : texts.pause}
        </Action>
        <Action of={name} variant="quiet" onClick={() => onOpen("remove")}>
          {texts.remove}
        </Action>
      </div>
      {fault === "" ? null : <Notice status="failed">{fault}</Notice>}
      {came === null ? null : <TestAnswer came={came} />}
    </li>
  );
}

/** A label for screen readers, since every card has the same buttons. */
function Action({ of, children, ...rest }: ButtonProps & { of: string; children: string }) {
  const texts = useTexts(webhookTexts);
  return (
    <Button {...rest} aria-label={texts.actionOf({ action: children, name: of })}>
      {children}
    </Button>
  );
}

/** A webhook that a person paused is not shown as failed. */
function badgeOf({ state, pausedCause, failing }: Webhook) {
  if (state === "active") return failing ? "uncertain" : "sent";
  return pausedCause?.code === "paused_by_person" ? "waiting" : "failed";
}

function figures({ waiting, givenUp, deliveredAt }: Webhook, texts: (typeof webhookTexts)["en"]): string[] {
  return [
    deliveredAt === null ? texts.nothingYet : texts.deliveredAt(shortMoment(deliveredAt)),
    ...(waiting === 0 ? [] : [texts.waiting(waiting)]),
    ...(givenUp === 0 ? [] : [texts.givenUp(givenUp)]),
  ];
}

/** The result of a test, with the beginning of the receiver's answer. */
function TestAnswer({ came }: { came: WebhookTest }) {
  const texts = useTexts(webhookTexts);
  const { delivered, status, tookMs, reason, answer } = came;
  return (
    <Notice status={delivered ? "sent" : "failed"}>
      <div>
        <p>{delivered ? texts.testDelivered(status ?? 0, tookMs ?? 0) : texts.testFailed(reason ?? "")}</p>
        {answer === null || answer === "" ? null : (
          <>
            <p>{texts.answered}</p>
            <pre className="webhook-answer">{answer}</pre>
          </>
        )}
      </div>
    </Notice>
  );
}
