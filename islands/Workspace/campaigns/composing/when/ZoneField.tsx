import { useMemo, useState } from "react";
import { composingLimits } from "../../../../../contract/limits/composing.ts";
import { whenTexts } from "../../../../../contract/texts/workspace/composing.ts";
import { useCustomFields } from "../../../../_data/useCustomFields.ts";
import { useTexts } from "../../../../_data/useTexts.ts";
import { Combobox } from "../../../../_parts/fields/Combobox.tsx";
import { SelectField } from "../../../../_parts/fields/SelectField.tsx";
import { useComposing } from "../draft/useDraft.ts";
import { allZones, ownZone, zoneClock, zoneWords } from "./zones.ts";

/** The zone whose wall clock counts, and the field with each lead's own one. */
export function ZoneField() {
  const texts = useTexts(whenTexts);
  const { draft, saver } = useComposing();
  const { zone, zoneField } = draft.plan;
  const [search, setSearch] = useState("");
  const [now] = useState(Date.now);
  const zones = useMemo(() => allZones(zone), [zone]);
  const wanted = search.toLocaleLowerCase().replaceAll(" ", "_");
  const own = ownZone();
  const found = zones
    .filter((one) => one.toLocaleLowerCase().includes(wanted))
    .sort((a, b) => Number(b === zone || b === own) - Number(a === zone || a === own));
  const offered = found.slice(0, composingLimits.zonesOffered);
  // Values that name a zone are texts or choices; a number or a date never is one.
  const fields = useCustomFields().filter(({ kind }) => kind === "text" || kind === "choice");
  return (
    <>
      <Combobox
        label={texts.zone}
        value={zoneWords(zone)}
        options={offered.map((one) => ({ key: one, label: zoneWords(one), detail: zoneClock(one, now) }))}
        state={
          found.length === 0
            ? texts.noZone
            : found.length > offered.length
              ? texts.moreZones(found.length - offered.length)
              : ""
        }
        onSearch={setSearch}
        onPick={(picked) => saver.change({ zone: picked })}
      />
      {fields.length === 0 && zoneField === null ? null : (
        <SelectField
          label={texts.leadZone}
          hint={texts.leadZoneHint}
          value={zoneField ?? ""}
          onChange={({ target }) => saver.change({ zoneField: target.value === "" ? null : target.value })}
        >
          <option value="">{texts.sameZone}</option>
          {zoneField === null || fields.some(({ _id }) => _id === zoneField) ? null : (
            <option value={zoneField}>{texts.goneField}</option>
          )}
          {fields.map(({ _id, label }) => (
            <option key={_id} value={_id}>
              {label}
            </option>
          ))}
        </SelectField>
      )}
    </>
  );
}
