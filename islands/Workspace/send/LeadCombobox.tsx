import { useState } from "react";
import { screenLimits } from "../../../contract/limits/screen.ts";
import type { Lead } from "../../../contract/schemas/lead.ts";
import { type SendTexts, sendTexts } from "../../../contract/texts/workspace/sending.ts";
import { queries } from "../../_data/queries.ts";
import { useDebounced } from "../../_data/useDebounced.ts";
import { useLoad } from "../../_data/useLoad.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { Combobox, type ComboboxOption } from "../../_parts/fields/Combobox.tsx";
import { nameOf } from "../leads/table/leadColumns.tsx";

/** Finds one lead by name, address or phone; or nobody, in the words of `nobody`. */
export function LeadCombobox({
  label,
  nobody,
  lead,
  onChange,
}: {
  label: string;
  nobody: string;
  lead: Lead | null;
  onChange: (lead: Lead | null) => void;
}) {
  const texts = useTexts(sendTexts);
  const [search, setSearch] = useState("");
  const asked = useDebounced(search, screenLimits.searchPauseMs);
  const found = useLoad(
    queries.leads({
      page: 1,
      pageSize: screenLimits.leadsOffered,
      sort: "firstName",
      order: "asc",
      ...(asked === "" ? {} : { search: asked }),
    }),
  );
  const leads = found.value?.items ?? [];
  const options: ComboboxOption[] = [
    ...(search === "" ? [{ key: "nobody", label: nobody }] : []),
    ...leads.map((one) => ({ key: one._id, label: nameOf(one) || one.email, detail: one.email })),
  ];
  return (
    <Combobox
      label={label}
      hint={texts.lead.hint}
      value={lead === null ? nobody : `${nameOf(lead)} (${lead.email})`}
      options={options}
      state={stateOf(
        {
          isComing: asked !== search || found.state === "loading" || found.refreshing,
          found,
          search,
        },
        texts,
      )}
      onSearch={setSearch}
      onPick={(key) => onChange(leads.find(({ _id }) => _id === key) ?? null)}
    />
  );
}

function stateOf(
  {
    isComing,
    found,
    search,
  }: {
    isComing: boolean;
    found: { message: string; value: { total: number } | undefined };
    search: string;
  },
  texts: SendTexts,
): string {
  if (found.message !== "") return found.message;
  if (isComing) return texts.lead.looking;
  const more = (found.value?.total ?? 0) - screenLimits.leadsOffered;
  if (more > 0) return texts.lead.more(more);
  return search !== "" && found.value?.total === 0 ? texts.lead.nobody : "";
}
