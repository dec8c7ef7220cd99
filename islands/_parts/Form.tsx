import { type ReactNode, useId } from "react";
import type { FieldValues } from "react-hook-form";
import { partTexts } from "../../contract/texts/parts.ts";
import type { ServerForm } from "../_data/useServerForm.ts";
import { useTexts } from "../_data/useTexts.ts";
import { Button } from "./Button.tsx";
import { Notice } from "./Notice.tsx";
import { PlansLink } from "./PlansLink.tsx";

/**
 * A form with its buttons. What the server refused is shown beside the button that was pressed, since the top of a long
 * form may be out of sight.
 */
export function Form<Values extends FieldValues>({
  of: { saving, refusal, submit },
  word,
  busyWord = word,
  disabled = false,
  beside,
  ahead,
  onCancel,
  onEdit,
  children,
}: {
  of: ServerForm<Values>;
  /** The button's text, and its text while the server is asked. */
  word: string;
  busyWord?: string;
  disabled?: boolean;
  /** Shown between the fields and the buttons. It may be a form itself, which cannot be inside another form. */
  beside?: ReactNode;
  /** Before the buttons, in their row. */
  ahead?: ReactNode;
  onCancel: () => void;
  /** Called after every change. */
  onEdit?: () => void;
  children: ReactNode;
}) {
  const texts = useTexts(partTexts);
  const id = useId();
  return (
    <div className="stack">
      <form
        id={id}
        className="stack"
        noValidate
        aria-busy={saving.running}
        // The refusal was about the form as it was before the change.
        onChange={() => {
          saving.clear();
          onEdit?.();
        }}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {children}
      </form>
      {beside}
      {refusal === "" ? null : (
        <div ref={intoView}>
          <Notice status="failed">
            <p>
              {refusal}
              {saving.code === "plan_limit" ? (
                <>
                  {" "}
                  <PlansLink />
                </>
              ) : null}
            </p>
          </Notice>
        </div>
      )}
      <div className="actions">
        {ahead}
        <Button onClick={onCancel}>{texts.cancel}</Button>
        <Button type="submit" form={id} variant="primary" disabled={disabled} aria-disabled={saving.running}>
          {saving.running ? busyWord : word}
        </Button>
      </div>
    </div>
  );
}

/** Scrolls to what appears at the end of a long form, which may be hidden beneath the buttons. */
export function intoView(shown: HTMLElement | null): void {
  shown?.scrollIntoView?.({ block: "nearest" });
}
