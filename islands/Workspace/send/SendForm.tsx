import { type RefObject, useEffect, useState } from "react";
import { useWatch } from "react-hook-form";
import { Refusal } from "../../../contract/errors.ts";
import { screenLimits } from "../../../contract/limits/screen.ts";
import { sendLimits } from "../../../contract/limits/sending.ts";
import { withFallbacks } from "../../../contract/mergeFields.ts";
import type { Credential } from "../../../contract/schemas/credential.ts";
import type { PlanInput, SendPlan } from "../../../contract/schemas/preflight.ts";
import { sendsFrom } from "../../../contract/sending/sendsFrom.ts";
import { groupsOf, skippedText } from "../../../contract/sending/skipped.ts";
import { type ExactTexts, exactTexts } from "../../../contract/texts/exact.ts";
import { skippedTexts } from "../../../contract/texts/skipped.ts";
import { progressTexts } from "../../../contract/texts/workspace/progress.ts";
import { sendTexts } from "../../../contract/texts/workspace/sending.ts";
import { browserClient } from "../../_data/browserClient.ts";
import { queries } from "../../_data/queries.ts";
import { createRequestKeys } from "../../_data/requestKeys.ts";
import { useDebounced } from "../../_data/useDebounced.ts";
import { type Loaded, useLoad } from "../../_data/useLoad.ts";
import { type Fault, type ServerForm, useServerForm } from "../../_data/useServerForm.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { useWords } from "../../_data/useWords.ts";
import { Form } from "../../_parts/Form.tsx";
import { Notice } from "../../_parts/Notice.tsx";
import { together } from "../../_parts/together.ts";
import { WhenLoaded } from "../../_parts/WhenLoaded.tsx";
import type { Selection } from "../leads/actions/useSelection.ts";
import { keepLeftOut } from "../realtime/activity/leftOut.ts";
import { useRealtimeActions } from "../realtime/RealtimeContext.tsx";
import { useWorkspace } from "../shell/WorkspaceContext.ts";
import { AccountSelect } from "./AccountSelect.tsx";
import { ComposeInstead } from "./ComposeInstead.tsx";
import { chosenHold, HoldField } from "./HoldField.tsx";
import { MailBeside } from "./MailBeside.tsx";
import { GoToWarnings, PlanView } from "./PlanView.tsx";
import { type Recipients, recipientsOf } from "./recipients.ts";
import { reportHeld } from "./reportHeld.tsx";
import { SendPreview } from "./SendPreview.tsx";
import { SubjectField } from "./SubjectField.tsx";
import type { SendFields as Fields, StoredSend, Unsent } from "./storedSend.ts";
import { TemplateSelect } from "./TemplateSelect.tsx";
import { TemplateStrip } from "./TemplateStrip.tsx";
import { TrackingFields, trackingOf } from "./TrackingFields.tsx";

/** Send Email: subject, template and account, to the recipients it names, with the exact number on its button. */
export function SendForm(props: Props) {
  const texts = useTexts(sendTexts);
  const credentials = useLoad(queries.credentials());
  return (
    <WhenLoaded what={texts.yourAccounts} loaded={credentials} rows={4}>
      {(accounts) => <Composed {...props} accounts={accounts} />}
    </WhenLoaded>
  );
}

type Props = {
  selection: Selection;
  /** The initial values. */
  suggested?: { subject: string; templateId: string } | undefined;
  /** The values of a send that was undone. */
  kept?: StoredSend["fields"] | undefined;
  /** The values when the dialog was last closed without sending or discarding them. */
  unsent: RefObject<Unsent>;
  onCancel: () => void;
  onSent: () => void;
};

function Composed({
  selection,
  suggested,
  kept,
  unsent,
  onCancel,
  onSent,
  accounts,
}: Props & { accounts: readonly Credential[] }) {
  const texts = useTexts(sendTexts);
  const exact = useTexts(exactTexts);
  const { leads } = useWorkspace();
  const collections = useLoad(queries.collections());
  const forgetting = (done: () => void) => () => {
    unsent.current.mail = null;
    done();
  };
  const recipients = recipientsOf(selection, { leads, collections: collections.value }, texts);
  const sending = useServerForm<Fields>({
    defaultValues: kept ??
      begun(unsent.current.mail, accounts) ?? {
        subject: suggested?.subject ?? "",
        templateId: suggested?.templateId ?? "",
        credentialId: onlyId(accounts),
        trackOpens: null,
        trackClicks: null,
      },
    faults: (typed) => blanks(typed, exact),
    send: useSend({ selection, recipients, accounts, onSent: forgetting(onSent) }),
  });
  const fields = useWatch({ control: sending.form.control }) as Fields;
  useEffect(() => {
    unsent.current.mail = fields;
  }, [unsent, fields]);
  const credential = accounts.find(({ _id }) => _id === fields.credentialId);
  const plan = useSendPlan(planOf({ recipients, fields, credential }));
  const count = plan.value?.recipients ?? recipients?.count ?? 0;

  return (
    <MailBeside
      mail={
        fields.templateId === "" || !plan.value?.recipients ? null : (
          <SendPreview
            templateId={fields.templateId}
            subject={fields.subject}
            leadIds={plan.value.sampleLeadIds}
            recipients={plan.value.recipients}
          />
        )
      }
    >
      <Form
        of={sending}
        word={texts.sendTo(count)}
        busyWord={texts.sending}
        disabled={count === 0}
        ahead={<GoToWarnings plan={plan.value ?? null} />}
        onCancel={forgetting(onCancel)}
        beside={
          <>
            <PlanView plan={plan} selection={selection} />
            <ComposeInstead selection={selection} filled={fields} onDone={forgetting(onCancel)} />
          </>
        }
      >
        <RecipientsLine recipients={recipients} plan={plan.value ?? null} />
        <SendFields of={sending} wish={fields} />
      </Form>
    </MailBeside>
  );
}

/** All are needed; the specification has one sentence for any of them, and it stands at the first blank one. */
function blanks(fields: Fields, exact: ExactTexts): Fault<Fields>[] {
  const blank = (["subject", "templateId", "credentialId"] as const).find(
    (name) => fields[name].trim() === "",
  );
  return blank === undefined ? [] : [{ field: blank, message: exact.fillAllFields }];
}

/** Sends once, however often it is pressed, and hands the campaign over to the progress bar. */
function useSend({
  selection,
  recipients,
  accounts,
  onSent,
}: {
  selection: Selection;
  recipients: Recipients | null;
  accounts: readonly Credential[];
  onSent: () => void;
}) {
  const { announce } = useWorkspace();
  const { begin } = useRealtimeActions();
  const words = useWords();
  const skipping = useTexts(skippedTexts);
  const progress = useTexts(progressTexts);
  const texts = useTexts(sendTexts);
  const [keys] = useState(createRequestKeys);
  return async (fields: Fields) => {
    const { subject, templateId, credentialId, ...wish } = fields;
    const credential = accounts.find(({ _id }) => _id === credentialId);
    if (recipients === null || credential === undefined) return;
    const to = { ...sendsFrom(credential), ...recipients.wire };
    const undoSeconds = chosenHold();
    const body = { subject, templateId, ...trackingOf(wish), ...to, undoSeconds };
    const { campaignId, message, accepted, skipped, holdUntil } = await begin(async () => {
      const { key, isRepeated } = keys.keyOf(body);
      const answer = await browserClient("POST /email/send", { body }, { idempotencyKey: key });
      // It was accepted before its answer was lost, and may have been cancelled in the list since.
      if (isRepeated && (await isCancelled(answer.campaignId))) {
        keys.forget(body);
        throw new Refusal("conflict", texts.cancelledSince);
      }
      return answer;
    });
    const telling = (namedMax: number) =>
      skippedText(groupsOf(skipped), { namedMax, words, texts: skipping });
    keepLeftOut(campaignId, { count: skipped.length, text: telling(sendLimits.skippedNamed) });
    announce(
      "sent",
      `${message}: ${progress.started({ subject: withFallbacks(subject), count: accepted })}`,
      { detail: telling(screenLimits.skippedInNotice), standsElsewhere: true },
    );
    if (holdUntil !== undefined)
      reportHeld({
        campaignId,
        holdUntil,
        seconds: undoSeconds,
        kept: { selection, fields },
        announce,
        texts,
      });
    onSent();
  };
}

async function isCancelled(id: string): Promise<boolean> {
  return (await browserClient("GET /amplify/campaigns/{id}", { params: { id } })).state === "cancelled";
}

/** Whom it is for, by one number: what the server counts now, or until it has, what the list said. */
function RecipientsLine({ recipients, plan }: { recipients: Recipients | null; plan: SendPlan | null }) {
  const texts = useTexts(sendTexts);
  const { leads } = useWorkspace();
  if (recipients === null) {
    const found = leads.page.value?.total;
    return <Notice status="uncertain">{texts.recipients.selectFirst(found ?? null)}</Notice>;
  }
  const total = plan?.total ?? recipients.count;
  if (total === 0) return <Notice status="uncertain">{texts.recipients.nobody}</Notice>;
  const whole = <strong>{recipients.words(total)}</strong>;
  return (
    <div className="send-to">
      <p role="status">
        {together(
          plan === null || plan.recipients === total
            ? texts.recipients.to(whole)
            : texts.recipients.toSome({ count: plan.recipients, whole }),
        )}
      </p>
      {recipients.isEverybody ? <p className="muted">{texts.recipients.nobodyPicked}</p> : null}
    </div>
  );
}

function planOf({
  recipients,
  fields: { templateId, subject },
  credential,
}: {
  recipients: Recipients | null;
  fields: Fields;
  credential: Credential | undefined;
}): PlanInput | null {
  if (recipients === null) return null;
  return {
    ...recipients.wire,
    subject,
    ...(templateId === "" ? {} : { templateId }),
    ...(credential === undefined ? {} : sendsFrom(credential)),
  };
}

function SendFields({ of: { form, field }, wish }: { of: ServerForm<Fields>; wish: Fields }) {
  const texts = useTexts(sendTexts);
  return (
    <>
      <SubjectField
        label={texts.subject}
        required
        {...field("subject")}
        value={wish.subject}
        onType={(subject) => form.setValue("subject", subject)}
      />
      <TemplateSelect required {...field("templateId")} />
      <TemplateStrip
        chosen={wish.templateId}
        onChoose={(id) => form.setValue("templateId", id, { shouldValidate: form.formState.isSubmitted })}
      />
      <AccountSelect required chosenId={wish.credentialId} {...field("credentialId")} />
      <TrackingFields
        wish={wish}
        onChange={({ trackOpens, trackClicks }) => {
          if (trackOpens !== undefined) form.setValue("trackOpens", trackOpens);
          if (trackClicks !== undefined) form.setValue("trackClicks", trackClicks);
        }}
      />
      <HoldField />
    </>
  );
}

/** The values that were filled in, if they can still be sent; null if nothing would be lost. */
function begun(unsent: Fields | null, accounts: readonly Credential[]): Fields | null {
  if (unsent === null || (unsent.subject.trim() === "" && unsent.templateId === "")) return null;
  const isThere = accounts.some(({ _id }) => _id === unsent.credentialId);
  return isThere ? unsent : { ...unsent, credentialId: onlyId(accounts) };
}

/** A single account is chosen automatically. */
function onlyId(list: readonly { _id: string }[]): string {
  return list.length === 1 ? (list[0]?._id ?? "") : "";
}

/** The plan of the send, loaded again after every change, debounced. */
function useSendPlan(body: PlanInput | null): Loaded<SendPlan | null> {
  // As text, which is the same as long as it says the same.
  const settled = useDebounced(JSON.stringify(body), screenLimits.searchPauseMs);
  return useLoad(queries.sendPlan(JSON.parse(settled) as PlanInput | null));
}
