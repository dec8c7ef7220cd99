import type { ComponentProps } from "react";
import { SelectField } from "../../_parts/SelectField.tsx";
import { useWorkspace } from "../shell/WorkspaceContext.ts";

/** A choice among the sending accounts. */
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
          {credential.alias || credential.appEmail}
          {credential.state === "paused" ? " (paused)" : ""}
        </option>
      ))}
    </SelectField>
  );
}
