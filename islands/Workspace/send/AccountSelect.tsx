import type { ComponentProps } from "react";
import type { Credential } from "../../../contract/schemas/credential.ts";
import { providers } from "../../../contract/sending/providers.ts";
import { queries } from "../../_data/queries.ts";
import { useLoad } from "../../_data/useLoad.ts";
import { SelectField } from "../../_parts/fields/SelectField.tsx";

/** A choice among the sending accounts, each with what is left of its day. */
export function AccountSelect({
  none = "Choose an account",
  ...props
}: Omit<ComponentProps<typeof SelectField>, "label" | "children"> & { none?: string }) {
  const credentials = useLoad(queries.credentials());
  return (
    <SelectField label="From" {...props}>
      <option value="">{none}</option>
      {(credentials.value ?? []).map((credential) => (
        <option key={credential._id} value={credential._id}>
          {`${nameOf(credential, credentials.value ?? [])}${budgetOf(credential)}`}
        </option>
      ))}
    </SelectField>
  );
}

/** Where two look alike to recipients, what each is connected by tells which is which. */
function nameOf({ _id, sender, provider, type }: Credential, all: readonly Credential[]): string {
  if (!all.some((other) => other._id !== _id && other.sender === sender)) return sender;
  return `${sender} (${providers[provider].name}${type === "gscope" ? " with permission to send" : ""})`;
}

function budgetOf({ state, sentToday, perDayNow }: Credential): string {
  if (state === "paused") return " (paused)";
  if (perDayNow === null) return "";
  return `, ${Math.max(0, perDayNow - sentToday).toLocaleString("en")} of ${perDayNow.toLocaleString("en")} left today`;
}
