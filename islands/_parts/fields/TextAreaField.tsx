import type { ComponentProps, ReactNode } from "react";
import { FieldFrame, useFieldIds } from "./Field.tsx";

/** A labelled field of several lines. */
export function TextAreaField({
  label,
  hint,
  error,
  className,
  ...textarea
}: Omit<ComponentProps<"textarea">, "id"> & { label: string; hint?: ReactNode; error?: string | undefined }) {
  const ids = useFieldIds({ hint, error });
  return (
    <FieldFrame ids={ids} label={label} hint={hint} error={error}>
      <textarea
        className={className === undefined ? "input" : `input ${className}`}
        {...ids.control}
        {...textarea}
      />
    </FieldFrame>
  );
}
