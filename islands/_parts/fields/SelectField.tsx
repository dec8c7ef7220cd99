import type { ComponentProps, ReactNode } from "react";
import { FieldFrame, useFieldIds } from "./Field.tsx";

/** A labelled native select; its options are the children. */
export function SelectField({
  label,
  hint,
  error,
  ...select
}: Omit<ComponentProps<"select">, "id"> & { label: string; hint?: ReactNode; error?: string | undefined }) {
  const ids = useFieldIds({ hint, error });
  return (
    <FieldFrame ids={ids} label={label} hint={hint} error={error}>
      {/* Of a required one nothing is chosen in, Chromium says that it is invalid before anybody has tried. */}
      <select className="input" {...ids.control} aria-invalid={error !== undefined} {...select} />
    </FieldFrame>
  );
}
