import type { ComponentProps } from "react";

/** A checkbox or radio button with its words beside it; the whole line is the target. */
export function ChoiceField({
  label,
  type,
  ...input
}: Omit<ComponentProps<"input">, "type"> & { label: string; type: "checkbox" | "radio" }) {
  return (
    <label className="choice">
      <input type={type} {...input} />
      <span>{label}</span>
    </label>
  );
}
