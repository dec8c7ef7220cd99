import type { FieldPath, FieldValues, UseFormReturn } from "react-hook-form";

/**
 * Options of a field that others depend on: where one of them is refused, it is looked at again once this one changes.
 * One that is not refused is left alone, since nobody has sent the form as it is being typed.
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
