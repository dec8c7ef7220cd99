import { useState } from "react";
import { webhookLimits } from "../../../../contract/limits/api/webhooks.ts";
import type { Webhook } from "../../../../contract/schemas/webhooks.ts";
import { webhookTexts } from "../../../../contract/texts/workspace/webhooks.ts";
import { queries } from "../../../_data/queries.ts";
import { useLoad } from "../../../_data/useLoad.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Button } from "../../../_parts/Button.tsx";
import { Dialog } from "../../../_parts/Dialog.tsx";
import { EmptyState } from "../../../_parts/EmptyState.tsx";
import { useFocusHome } from "../../../_parts/lostFocus.ts";
import { WhenLoaded } from "../../../_parts/WhenLoaded.tsx";
import { AskRemoval, AskRotation } from "./Asking.tsx";
import { DeliveryLog } from "./DeliveryLog.tsx";
import { SecretOnce } from "./SecretOnce.tsx";
import { VerifyGuide } from "./VerifyGuide.tsx";
import { WebhookCard } from "./WebhookCard.tsx";
import { WebhookForm } from "./WebhookForm.tsx";

/** The dialog that is open over the list. */
type Open =
  | { kind: "add" | "closed" }
  | { kind: "edit" | "log" | "rotate" | "remove"; webhook: Webhook }
  | { kind: "secret"; secret: string };

/** The list of webhooks, with the actions for each. */
export default function Webhooks() {
  const texts = useTexts(webhookTexts);
  const webhooks = useLoad(queries.webhooks());
  const [open, setOpen] = useState<Open>({ kind: "closed" });
  const close = () => setOpen({ kind: "closed" });
  const add = () => setOpen({ kind: "add" });
  const title = useFocusHome<HTMLHeadingElement>(webhooks.value?.length, open.kind === "closed");
  return (
    <section className="webhooks" aria-labelledby="webhooks-title">
      <header className="webhooks-head">
        <h3 ref={title} id="webhooks-title" tabIndex={-1}>
          {texts.title}
        </h3>
        {(webhooks.value ?? []).length === 0 ? null : (
          <Button disabled={(webhooks.value ?? []).length >= webhookLimits.perWorkspace} onClick={add}>
            {texts.add}
          </Button>
        )}
      </header>
      <p className="muted">{texts.about}</p>
      <WhenLoaded what={texts.list} loaded={webhooks} rows={3}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState
              title={texts.emptyTitle}
              action={
                <Button variant="primary" onClick={add}>
                  {texts.add}
                </Button>
              }
            >
              {texts.empty}
            </EmptyState>
          ) : (
            <ul className="webhook-list" aria-label={texts.list}>
              {list.map((webhook) => (
                <WebhookCard
                  key={webhook._id}
                  webhook={webhook}
                  onOpen={(kind) => setOpen({ kind, webhook })}
                />
              ))}
            </ul>
          )
        }
      </WhenLoaded>
      <VerifyGuide />
      <Dialog
        open={open.kind !== "closed"}
        size={open.kind === "log" ? "widest" : undefined}
        title={titleOf(open, texts)}
        onClose={close}
      >
        <Opened open={open} onSecret={(secret) => setOpen({ kind: "secret", secret })} onDone={close} />
      </Dialog>
    </section>
  );
}

function Opened({ open, ...done }: { open: Open; onSecret: (secret: string) => void; onDone: () => void }) {
  if (open.kind === "add") return <WebhookForm {...done} />;
  if (open.kind === "edit") return <WebhookForm webhook={open.webhook} {...done} />;
  if (open.kind === "log") return <DeliveryLog webhook={open.webhook} />;
  if (open.kind === "rotate") return <AskRotation webhook={open.webhook} {...done} />;
  if (open.kind === "remove") return <AskRemoval webhook={open.webhook} {...done} />;
  return open.kind === "secret" ? <SecretOnce secret={open.secret} onDone={done.onDone} /> : null;
}

function titleOf(open: Open, texts: (typeof webhookTexts)["en"]): string {
  if (open.kind === "edit") return texts.editWhat(open.webhook.name);
  if (open.kind === "log") return texts.logOf(open.webhook.name);
  if (open.kind === "rotate") return texts.rotateWhat(open.webhook.name);
  if (open.kind === "remove") return texts.removeWhat(open.webhook.name);
  return open.kind === "secret" ? texts.secretTitle : texts.add;
}
