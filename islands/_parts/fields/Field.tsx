import { type ComponentProps, type ReactNode, useId } from "react";

export type FieldProps = Omit<ComponentProps<"input">, "id"> & {
  label: string;
  /** Shown before anything is wrong: the expected format, or why it is asked. */
  hint?: ReactNode;
  /** What is wrong and how to correct it; undefined if nothing is. */
  error?: string | undefined;
};

/** A labelled input with its hint and its error, which screen readers announce with it. */
export function Field({ label, hint, error, ...input }: FieldProps) {
  const ids = useFieldIds({ hint, error });
  return (
    <FieldFrame ids={ids} label={label} hint={hint} error={error}>
      <input className="input" {...ids.control} {...input} />
    </FieldFrame>
  );
}

type FieldIds = ReturnType<typeof useFieldIds>;

/** Ids for another kind of control (select, textarea): spread `control` on it and pass everything to `FieldFrame`. */
export function useFieldIds({ hint, error }: { hint?: ReactNode; error?: string | undefined }) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const described = [hint === undefined ? "" : hintId, error === undefined ? "" : errorId].filter(Boolean);
  return {
    hintId,
    errorId,
    control: {
      id,
      "aria-invalid": error === undefined ? undefined : true,
      "aria-describedby": described.length === 0 ? undefined : described.join(" "),
    },
  };
}

/** The frame of a control: label above, hint and error below. */
export function FieldFrame({
  ids,
  label,
  hint,
  error,
  children,
}: {
  ids: FieldIds;
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  children: ReactNode;
}) {
  return (
    <div className="field">
      <label htmlFor={ids.control.id}>{label}</label>
      {children}
      <FieldNotes ids={ids} hint={hint} error={error} />
    </div>
  );
}

/** The hint and the error below a control. */
export function FieldNotes({
  ids,
  hint,
  error,
}: {
  ids: FieldIds;
  hint?: ReactNode;
  error?: string | undefined;
}) {
  return (
    <>
      {hint === undefined ? null : (
        <p className="field-hint" id={ids.hintId}>
          {hint}
        </p>
      )}
      {error === undefined ? null : (
        <p className="field-error" id={ids.errorId} role="alert">
          {error}
        </p>
      )}
    </>
  );
}
