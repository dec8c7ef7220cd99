import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import type { z } from "zod";
import { type Lead, leadInput } from "../../../contract/schemas/lead.ts";
import { browserClient } from "../../_data/browserClient.ts";
import { useAction } from "../../_data/useAction.ts";
import { Button } from "../../_parts/Button.tsx";
import { ChoiceField } from "../../_parts/fields/ChoiceField.tsx";
import { Field } from "../../_parts/fields/Field.tsx";
import { Notice } from "../../_parts/Notice.tsx";
import { PlansLink } from "../../_parts/PlansLink.tsx";
import { useWorkspace } from "../shell/WorkspaceContext.ts";
import { CollectionChoice } from "./collections/CollectionChoice.tsx";
import { LeadHistory } from "./LeadHistory.tsx";

type Fields = z.input<typeof leadInput>;

/** Adds a lead, or changes the one that is given. Opting out and in is for leads that exist. */
export function LeadForm({ lead, onDone }: { lead?: Lead; onDone: () => void }) {
  const { leads } = useWorkspace();
  const [inCollections, setInCollections] = useState<readonly string[]>(
    lead?.collection ?? (leads.collection === "all" ? [] : [leads.collection]),
  );
  const [optout, setOptout] = useState(lead?.optout ?? false);
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(leadInput),
    defaultValues: {
      firstName: lead?.firstName ?? "",
      lastName: lead?.lastName ?? "",
      email: lead?.email ?? "",
      phone: lead?.phone ?? "",
    },
  });

  const saving = useAction(async (fields: Fields) => {
    const body = { ...fields, collection: [...inCollections] };
    if (lead === undefined) await browserClient("POST /amplify/leads", { body });
    else {
      const params = { id: lead._id };
      await browserClient("PUT /amplify/leads/{id}", { params, body: { ...body, optout } });
    }
    onDone();
  });
  const field = (name: "firstName" | "lastName" | "email" | "phone") => ({
    ...register(name),
    error: formState.errors[name]?.message,
    autoComplete: "off",
  });

  return (
    <>
      <form
        className="stack"
        noValidate
        onChange={saving.clear}
        onSubmit={handleSubmit((fields) => saving.run(fields))}
      >
        {saving.message === "" ? null : (
          <Notice status="failed">
            <p>
              {saving.message}
              {saving.code === "plan_limit" ? (
                <>
                  {" "}
                  <PlansLink />
                </>
              ) : null}
            </p>
          </Notice>
        )}
        <div className="field-pair">
          <Field label="First name" required {...field("firstName")} />
          <Field label="Last name" required {...field("lastName")} />
        </div>
        <Field label="E-mail" type="email" inputMode="email" required {...field("email")} />
        <Field label="Phone (optional)" type="tel" inputMode="tel" {...field("phone")} />
        <CollectionChoice chosen={inCollections} onChange={setInCollections} />
        {lead === undefined ? null : <OptOut value={optout} onChange={setOptout} />}
        <div className="actions">
          <Button onClick={onDone}>Cancel</Button>
          <Button type="submit" variant="primary" disabled={saving.running}>
            {lead === undefined ? "Add Lead" : "Save lead"}
          </Button>
        </div>
      </form>
      {lead === undefined ? null : <HistoryOf lead={lead} />}
    </>
  );
}

/** Asked for once it is opened. On a phone this is the way to it: a row there has no room for a button of its own. */
function HistoryOf({ lead }: { lead: Lead }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="history-fold" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>What was sent, opened and clicked</summary>
      {isOpen ? <LeadHistory lead={lead} /> : null}
    </details>
  );
}

function OptOut({ value, onChange }: { value: boolean; onChange: (optout: boolean) => void }) {
  return (
    <fieldset className="choices-field">
      <legend>Opted out</legend>
      <ChoiceField type="radio" name="optout" label="Yes" checked={value} onChange={() => onChange(true)} />
      <ChoiceField type="radio" name="optout" label="No" checked={!value} onChange={() => onChange(false)} />
    </fieldset>
  );
}
