import type { ComponentProps } from "react";

/** A checkbox or radio button with its words beside it. The whole line can be pressed. */
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
