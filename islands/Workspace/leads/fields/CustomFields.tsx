import { useEffect, useRef, useState } from "react";
import type { CustomField } from "../../../../contract/schemas/leadFields.ts";
import { customFieldTexts } from "../../../../contract/texts/workspace/customFields.ts";
import { browserClient } from "../../../_data/browserClient.ts";
import { queries } from "../../../_data/queries.ts";
import { useAction } from "../../../_data/useAction.ts";
import { useLoad } from "../../../_data/useLoad.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Button } from "../../../_parts/Button.tsx";
import { Icon } from "../../../_parts/Icon.tsx";
import { Notice } from "../../../_parts/Notice.tsx";
import { WhenLoaded } from "../../../_parts/WhenLoaded.tsx";
import { CustomFieldForm } from "./CustomFieldForm.tsx";

/** The fields that the workspace adds to its leads: add, change, put in order, delete and bring back. */
export function CustomFields({ onDone }: { onDone: () => void }) {
  const texts = useTexts(customFieldTexts);
  const fields = useLoad(queries.fields());
  const [shown, setShown] = useState<CustomField | "new" | null>(null);
  const [deleted, setDeleted] = useState<CustomField | null>(null);
  const acting = useAction(async (act: () => Promise<unknown>) => {
    await act();
  });
  const goOnAt = useGoingOn();
  if (shown !== null)
    return (
      <CustomFieldForm
        {...(shown === "new" ? {} : { field: shown })}
        onDone={() => {
          goOnAt(shown === "new" ? "add" : `change-${shown._id}`);
          setShown(null);
        }}
      />
    );
  return (
    <>
      <WhenLoaded what={texts.what} loaded={fields} rows={3}>
        {(all) => (
          <FieldList
            fields={all}
            onChange={setShown}
            onUp={({ _id: id }, position) =>
              acting.run(() =>
                browserClient("PATCH /amplify/fields/{id}", { params: { id }, body: { position } }),
              )
            }
            onDelete={(field) =>
              acting.run(async () => {
                await browserClient("DELETE /amplify/fields/{id}", { params: { id: field._id } });
                goOnAt("undo");
                setDeleted(field);
              })
            }
          />
        )}
      </WhenLoaded>
      {deleted === null ? null : (
        <Notice status="sent">
          {texts.deleted(deleted.label)}{" "}
          <Button
            variant="quiet"
            data-place="undo"
            onClick={() =>
              acting.run(async () => {
                await browserClient("POST /amplify/fields/{id}/restore", { params: { id: deleted._id } });
                goOnAt(`delete-${deleted._id}`);
                setDeleted(null);
              })
            }
          >
            {texts.undo}
          </Button>
        </Notice>
      )}
      {acting.message === "" ? null : <Notice status="failed">{acting.message}</Notice>}
      <div className="actions">
        <Button onClick={onDone}>{texts.done}</Button>
        <Button variant="primary" data-place="add" onClick={() => setShown("new")}>
          {texts.add}
        </Button>
      </div>
    </>
  );
}

/** What was pressed goes with what it did: who works by keyboard goes on at this place, once it is there. */
function useGoingOn(): (place: string) => void {
  const awaited = useRef("");
  useEffect(() => {
    if (awaited.current === "") return;
    const place = document.querySelector<HTMLElement>(`[data-place="${awaited.current}"]`);
    if (place === null) return;
    place.focus();
    awaited.current = "";
  });
  return (place) => {
    awaited.current = place;
  };
}

function FieldList({
  fields,
  onChange,
  onUp,
  onDelete,
}: {
  fields: readonly CustomField[];
  onChange: (field: CustomField) => void;
  onUp: (field: CustomField, position: number) => void;
  onDelete: (field: CustomField) => void;
}) {
  const texts = useTexts(customFieldTexts);
  if (fields.length === 0) return <p>{texts.empty}</p>;
  return (
    <ul className="own-fields">
      {fields.map((field, index) => (
        <li key={field._id}>
          <span className="own-field-name">
            <strong>{field.label}</strong>
            <span className="muted">
              {texts.kinds[field.kind]}, {texts.mergeField(field.key)}
            </span>
          </span>
          <IconButton
            label={texts.up(field.label)}
            path={up}
            isOff={index === 0}
            onPress={() => onUp(field, index - 1)}
          />
          <IconButton
            label={texts.change(field.label)}
            path={pencil}
            place={`change-${field._id}`}
            onPress={() => onChange(field)}
          />
          <IconButton
            label={texts.delete(field.label)}
            path={bin}
            place={`delete-${field._id}`}
            onPress={() => onDelete(field)}
          />
        </li>
      ))}
    </ul>
  );
}

const up = "M12 19V5M6 11l6-6 6 6";
const pencil = "M4 20h4L19 9l-4-4L4 16ZM13 7l4 4";
const bin = "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13";

function IconButton({
  label,
  path,
  isOff = false,
  place,
  onPress,
}: {
  label: string;
  path: string;
  isOff?: boolean;
  place?: string;
  onPress: () => void;
}) {
  return (
    <Button
      variant="quiet"
      shape="icon"
      aria-label={label}
      disabled={isOff}
      data-place={place}
      onClick={onPress}
    >
      <Icon size={16} path={path} />
    </Button>
  );
}
