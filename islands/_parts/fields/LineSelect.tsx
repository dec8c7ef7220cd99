import type { ComponentProps } from "react";

/** A select within a sentence. Its label is for screen readers, since the words around it say the same. */
export function LineSelect<Value extends string>({
  label,
  value,
  options,
  onChange,
  ...rest
}: Omit<ComponentProps<"select">, "value" | "onChange"> & {
  label: string;
  value: Value;
  options: readonly { value: Value; text: string }[];
  onChange: (value: Value) => void;
}) {
  return (
    <select
      className="input line-select"
      aria-label={label}
      value={value}
      onChange={({ target }) => onChange(target.value as Value)}
      {...rest}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.text}
        </option>
      ))}
    </select>
  );
}
