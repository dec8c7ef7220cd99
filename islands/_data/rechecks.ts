import type { FieldPath, FieldValues, UseFormReturn } from "react-hook-form";

/**
 * Options for a field that others depend on: when it changes, those of them that are shown as wrong are checked again. The
 * others are left alone, since the form is still being filled in.
 */
export function rechecks<Values extends FieldValues>(
  { getFieldState, trigger }: Pick<UseFormReturn<Values>, "getFieldState" | "trigger">,
  names: FieldPath<Values>[],
): { onChange: () => void } {
  return {
    onChange() {
      for (const name of names) if (getFieldState(name).invalid) void trigger(name);
    },
  };
}
