import type { ComponentProps } from "react";
import type { Credential } from "../../../contract/schemas/credential.ts";
import { SelectField } from "../../_parts/fields/SelectField.tsx";
import { useWorkspace } from "../shell/WorkspaceContext.ts";

/** A choice among the sending accounts, each with what is left of its day. */
export function AccountSelect({
  none = "Choose an account",
  ...props
}: Omit<ComponentProps<typeof SelectField>, "label" | "children"> & { none?: string }) {
  const { credentials } = useWorkspace();
  return (
    <SelectField label="From" {...props}>
      <option value="">{none}</option>
      {(credentials.value ?? []).map((credential) => (
        <option key={credential._id} value={credential._id}>
          {`${credential.sender}${budgetOf(credential)}`}
        </option>
      ))}
    </SelectField>
  );
}

function budgetOf({ state, sentToday, perDayNow }: Credential): string {
  if (state === "paused") return " (paused)";
  if (perDayNow === null) return "";
  return `, ${Math.max(0, perDayNow - sentToday).toLocaleString("en")} of ${perDayNow.toLocaleString("en")} left today`;
}
