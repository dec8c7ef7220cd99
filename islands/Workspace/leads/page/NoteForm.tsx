import { useEffect, useState } from "react";
import { useWatch } from "react-hook-form";
import { leadLimits } from "../../../../contract/limits/leads.ts";
import type { Lead } from "../../../../contract/schemas/lead.ts";
import { leadPageTexts } from "../../../../contract/texts/workspace/leadPage.ts";
import { browserClient } from "../../../_data/browserClient.ts";
import { createRequestKeys } from "../../../_data/requestKeys.ts";
import { useServerForm } from "../../../_data/useServerForm.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Button } from "../../../_parts/Button.tsx";
import { TextAreaField } from "../../../_parts/fields/TextAreaField.tsx";
import { useWorkspace } from "../../shell/WorkspaceContext.ts";
import { begunOn, keepBegun } from "./begun.ts";

/** Writes something down about a lead; Ctrl or Cmd with Enter keeps it. */
export function NoteForm({ lead }: { lead: Lead }) {
  const texts = useTexts(leadPageTexts).notes;
  const { uid } = useWorkspace().person;
  const [keys] = useState(createRequestKeys);
  const adding = useServerForm({
    defaultValues: { text: begunOn(uid, lead._id).note ?? "" },
    refusedAt: "text",
    async send({ text }) {
      const input = { params: { id: lead._id }, body: { text } };
      // Pressed again after a lost answer, it is the same note.
      const { key } = keys.keyOf(input);
      await browserClient("POST /amplify/leads/{id}/notes", input, { idempotencyKey: key });
      keys.forget(input);
      adding.form.reset({ text: "" });
    },
  });
  const text = useWatch({ control: adding.form.control, name: "text" });
  const isBlank = text.trim() === "";
  useEffect(() => keepBegun(uid, lead._id, { note: text }), [uid, lead._id, text]);
  return (
    <form
      className="note-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (isBlank) return;
        // The button goes with the text.
        event.currentTarget.querySelector("textarea")?.focus();
        void adding.submit();
      }}
    >
      <TextAreaField
        label={texts.label}
        hint={texts.hint}
        rows={2}
        maxLength={leadLimits.noteTextMax}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey))
            event.currentTarget.form?.requestSubmit();
        }}
        {...adding.field("text")}
      />
      {isBlank ? null : (
        <Button type="submit" aria-disabled={adding.saving.running}>
          {texts.add}
        </Button>
      )}
    </form>
  );
}
