import type { Start } from "../../../../contract/schemas/start.ts";
import type { TemplateSummary } from "../../../../contract/schemas/template.ts";
import { sandboxAccount } from "../../../../contract/sending/sandboxAccount.ts";
import { startTexts } from "../../../../contract/texts/workspace/start.ts";
import { browserClient } from "../../../_data/browserClient.ts";
import { queries } from "../../../_data/queries.ts";
import { useAction } from "../../../_data/useAction.ts";
import { useLoad } from "../../../_data/useLoad.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Button } from "../../../_parts/Button.tsx";
import { Notice } from "../../../_parts/Notice.tsx";
import { useIsStartHeld } from "../../realtime/activity/reports.ts";
import { goTo } from "../../shell/address.ts";
import { runCommand } from "../../shell/commands.ts";
import { useWorkspace } from "../../shell/WorkspaceContext.ts";
import { isStepDone, type StepActions, type StepKey } from "./steps.ts";

type Props = { start: Start; isNext: boolean; actions: StepActions };

/** What does one of the steps; once it is done, what leads to where it can be seen. */
export function StepAction({ step, ...props }: Props & { step: StepKey }) {
  if (isStepDone(props.start, step)) return <SeeIt step={step} />;
  return {
    leads: <BringLeads {...props} />,
    template: <ChooseTemplate {...props} />,
    account: <AddAccount {...props} />,
    mail: <SendMail {...props} />,
  }[step];
}

function SeeIt({ step }: { step: StepKey }) {
  const texts = useTexts(startTexts);
  const { showTab, leads } = useWorkspace();
  const see = {
    leads() {
      leads.choose("all");
      goTo("leads");
    },
    template: () => showTab("design"),
    account: () => showTab("accounts"),
    mail: () => showTab("campaigns"),
  }[step];
  return (
    <Button variant="quiet" onClick={see}>
      {texts.steps[step].see}
    </Button>
  );
}

const primaryIf = (isNext: boolean) => (isNext ? ("primary" as const) : undefined);

function BringLeads({ isNext, actions }: Props) {
  const texts = useTexts(startTexts).steps.leads;
  const sampling = useAction(() => browserClient("POST /amplify/start/samples", { body: { only: "leads" } }));
  return (
    <>
      <Button variant={primaryIf(isNext)} onClick={actions.onImport}>
        {texts.import}
      </Button>
      <Button onClick={actions.onAdd}>{texts.add}</Button>
      <Button variant="quiet" aria-disabled={sampling.running} onClick={() => sampling.run()}>
        {texts.sample}
      </Button>
      <Failed message={sampling.message} />
    </>
  );
}

function ChooseTemplate({ isNext, actions }: Props) {
  const texts = useTexts(startTexts).steps.template;
  const publicTemplates = useLoad(queries.publicTemplates());
  return (
    <Button
      variant={primaryIf(isNext)}
      disabled={publicTemplates.state === "loading"}
      onClick={actions.onChooseStarter}
    >
      {texts.choose}
    </Button>
  );
}

function AddAccount({ isNext }: Props) {
  const texts = useTexts(startTexts).steps.account;
  const adding = useAction(() => browserClient("POST /amplify/auth/credentials", { body: sandboxAccount }));
  return (
    <>
      <Button variant={primaryIf(isNext)} aria-disabled={adding.running} onClick={() => adding.run()}>
        {texts.sandbox}
      </Button>
      <Button onClick={() => runCommand("addAccount", { backTo: "leads" })}>{texts.own}</Button>
      <Failed message={adding.message} />
    </>
  );
}

function SendMail({ isNext, actions }: Props) {
  const texts = useTexts(startTexts);
  const templates = useLoad(queries.templates());
  // It is held for a moment, in which it can be undone; pressed again, it would go out twice.
  const isGoing = useIsStartHeld();
  const newest = templates.value?.reduce<TemplateSummary | null>(
    (one, other) => (one === null || other.updatedAt > one.updatedAt ? other : one),
    null,
  );
  return (
    <Button
      variant={primaryIf(isNext)}
      // Before the others are done there is nothing to send, or nobody, or nothing to send it by.
      disabled={!isNext || newest == null}
      aria-disabled={isGoing}
      onClick={() => actions.onSend({ subject: texts.subject, templateId: newest?._id ?? "" })}
    >
      {texts.steps.mail.send}
    </Button>
  );
}

function Failed({ message }: { message: string }) {
  return message === "" ? null : <Notice status="failed">{message}</Notice>;
}
