import { useEffect, useRef, useState } from "react";
import { useWatch } from "react-hook-form";
import { matchedFields, otherColumns } from "../../../../contract/imports/fieldFits.ts";
import { unreadIn } from "../../../../contract/imports/unreadText.ts";
import type { ColumnChoice, ImportField, ImportJob } from "../../../../contract/schemas/imports.ts";
import type { CustomField } from "../../../../contract/schemas/leadFields.ts";
import { collectionFormTexts } from "../../../../contract/texts/workspace/collectionForms.ts";
import { type ImportTexts, importTexts } from "../../../../contract/texts/workspace/imports.ts";
import { browserClient } from "../../../_data/browserClient.ts";
import { queries } from "../../../_data/queries.ts";
import { useAction } from "../../../_data/useAction.ts";
import { useCustomFields } from "../../../_data/useCustomFields.ts";
import { useLoad } from "../../../_data/useLoad.ts";
import { useServerForm } from "../../../_data/useServerForm.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Button } from "../../../_parts/Button.tsx";
import { Notice } from "../../../_parts/Notice.tsx";
import { together } from "../../../_parts/together.ts";
import { useWorkspace } from "../../shell/WorkspaceContext.ts";
import { collectionFaults } from "../collections/CollectionForm.tsx";
import { RowAllowance, useEndAmong } from "../LeadAllowance.tsx";
import { useAdding } from "../useAdding.ts";
import { ColumnSelect } from "./ColumnSelect.tsx";
import { ConsentOf } from "./ConsentOf.tsx";
import { EverybodyLeft, leaversUnsaid } from "./EverybodyLeft.tsx";
import { type Existing, ExistingChoice } from "./ExistingChoice.tsx";
import { FirstLeads } from "./FirstLeads.tsx";
import { IntoCollection, type IntoValues, intoDefaults, makesNew } from "./IntoCollection.tsx";
import { InvalidRows } from "./InvalidRows.tsx";
import { leftOut, OtherColumns } from "./OtherColumns.tsx";
import { type Look, SheetShape } from "./SheetShape.tsx";
import { goToUnread, UnreadChoice, type UnreadMeaning } from "./UnreadChoice.tsx";

type Values = IntoValues & {
  columns: ColumnChoice;
  existing: Existing;
  unreadMeans: UnreadMeaning;
  overDenied: boolean;
  everybodyLeft: boolean;
  /** Null until it is chosen: columns with the name of a custom field then become that field. */
  own: ImportField[] | null;
};

const fields = ["firstName", "lastName", "email", "phone", "unsubscribed", "subscribed", "consent"] as const;

/** Shows how columns were assigned, lets that be corrected, and previews the first leads. */
export function MapColumns({
  job: read,
  newest,
  onBack,
  onStarted,
}: {
  job: ImportJob;
  /** The same, as it is by now: begun, where the answer to that was lost on its way. */
  newest: ImportJob;
  onBack: () => void;
  onStarted: (job: ImportJob) => void;
}) {
  const texts = useTexts(importTexts);
  const { job, values, starting, turning, choose, other } = useMapping({ read, newest, onStarted });
  const { form, field, saving } = starting;
  const endsAmong = useEndAmong(job.rowCount) !== null;
  const { columns, existing, unreadMeans, overDenied, everybodyLeft, own: _own, ...into } = values;
  const unread = everybodyLeft ? [] : unreadIn(job, columns);
  const isAsking = unread.length > 0 && unreadMeans === undefined;
  // Whoever is mailed no more need not have a name.
  const isNamed = columns.firstName.length + columns.unsubscribed.length > 0 || everybodyLeft;
  const hasEmail = columns.email.length > 0;
  const isMapped = isNamed && hasEmail && job.rowCount > 0;
  const missing = job.rowCount === 0 ? {} : missingIn({ isNamed, hasEmail }, texts);
  const fault = starting.refusal || turning.message;
  return (
    <>
      <p ref={takeFocus} className="step-begin" tabIndex={-1}>
        {together(
          texts.columns.check({
            file: <strong>{job.name}</strong>,
            rows: job.rowCount,
            others: leftOut(other),
          }),
        )}
      </p>
      <RowAllowance rows={job.rowCount} />
      <Unexpected job={job} />
      <SheetShape job={job} onTurn={turning.run} />
      {/* Disabled while another sheet is read, because its columns replace the choices. */}
      <fieldset className="column-map" disabled={turning.running} onChange={saving.clear}>
        {fields.map((key) => (
          <ColumnSelect
            key={key}
            label={texts.fields[key]}
            error={missing[key]}
            hint={key in texts.fieldHints ? texts.fieldHints[key as "consent"] : undefined}
            columns={job.columns}
            guessed={job.guess[key] ?? []}
            chosen={columns[key] ?? []}
            onChange={(chosen) => choose(withChosen(columns, key, chosen))}
          />
        ))}
      </fieldset>
      <EverybodyLeft
        job={job}
        checked={everybodyLeft}
        onChange={(chosen) => form.setValue("everybodyLeft", chosen)}
      />
      <OtherColumns {...other} onChange={(chosen) => form.setValue("own", chosen)} />
      {isMapped ? (
        <>
          <FirstLeads job={job} columns={columns} unreadMeans={unreadMeans} everybodyLeft={everybodyLeft} />
          <InvalidRows job={job} columns={columns} everybodyLeft={everybodyLeft} />
        </>
      ) : (
        <Notice status="failed">{texts.columns.noLeads}</Notice>
      )}
      {unread.length === 0 ? null : (
        <UnreadChoice
          unread={unread}
          value={unreadMeans}
          onChange={(means) => form.setValue("unreadMeans", means)}
        />
      )}
      <ConsentOf
        job={job}
        columns={columns}
        overDenied={overDenied}
        onChange={(chosen) => form.setValue("overDenied", chosen)}
      />
      <IntoCollection into={field("into")} newName={field("newName")} isNew={makesNew(into)} />
      <ExistingChoice value={existing} onChange={(chosen) => form.setValue("existing", chosen)} />
      {fault === "" ? null : <Notice status="failed">{fault}</Notice>}
      <div className="actions">
        {isMapped && isAsking ? (
          <Button variant="quiet" onClick={goToUnread}>
            {texts.unread.goThere}
          </Button>
        ) : null}
        <Button onClick={onBack}>{texts.columns.anotherFile}</Button>
        <Button
          variant="primary"
          disabled={!isMapped || isAsking}
          aria-disabled={saving.running || turning.running}
          onClick={() => void starting.submit()}
        >
          {endsAmong ? texts.columns.importFitting : texts.columns.import(job.rowCount)}
        </Button>
      </div>
    </>
  );
}

/** Said where it is chosen, which comes first: what is below may be out of sight. */
function missingIn(
  { isNamed, hasEmail }: Record<"isNamed" | "hasEmail", boolean>,
  { columns }: ImportTexts,
): Partial<Record<keyof ColumnChoice, string>> {
  return {
    ...(isNamed ? {} : { firstName: columns.chooseFirstName }),
    ...(hasEmail ? {} : { email: columns.chooseEmail }),
  };
}

/** What is read of a file is not what a person sees of it. */
function Unexpected({ job: { truncated, hiddenRows = 0 } }: { job: ImportJob }) {
  const texts = useTexts(importTexts).columns;
  return (
    <>
      {truncated ? <Notice status="uncertain">{texts.truncated}</Notice> : null}
      {hiddenRows > 0 ? <Notice status="uncertain">{texts.hidden(hiddenRows)}</Notice> : null}
    </>
  );
}

/** What was pressed went with the step before; the keys go on, and reading aloud begins, with this one. */
const takeFocus = (begin: HTMLElement | null) => begin?.focus();

/** How the file is read: its sheet, its heading row, and the assignment of its columns. */
function useMapping({
  read,
  newest,
  onStarted,
}: {
  read: ImportJob;
  newest: ImportJob;
  onStarted: (job: ImportJob) => void;
}) {
  const texts = useTexts(collectionFormTexts);
  const { leads } = useWorkspace();
  const collections = useLoad(queries.collections());
  const ownFields = useCustomFields();
  const [job, setJob] = useState(read);
  const params = { id: job._id };
  const goOn = useGoingOn({ id: job._id, newest, onStarted });
  const { add, wasAsked } = useAdding();
  const starting = useServerForm<Values>({
    defaultValues: {
      columns: read.guess,
      existing: "update",
      unreadMeans: undefined,
      overDenied: false,
      everybodyLeft: leaversUnsaid(read),
      own: null,
      ...intoDefaults(leads.collection),
    },
    faults: (values) =>
      makesNew(values)
        ? collectionFaults(
            { field: "newName", name: values.newName },
            wasAsked({ body: { name: values.newName } })
              ? []
              : (collections.value ?? []).map(({ name }) => name),
            texts,
          )
        : [],
    async send({ columns, existing, unreadMeans, overDenied, everybodyLeft, own, ...into }) {
      const collection = makesNew(into)
        ? (await add("POST /amplify/collections", { body: { name: into.newName } })).name
        : into.into.slice(1);
      const fields = keptFields({ job, columns, own, known: ownFields });
      const body = {
        columns,
        existing,
        unreadMeans,
        ...(everybodyLeft || job.leavers ? { everybodyLeft } : {}),
        ...(overDenied ? { overDenied } : {}),
        ...(collection === "" ? {} : { collection }),
        ...(fields.length === 0 ? {} : { fields }),
      };
      goOn(await browserClient("POST /amplify/imports/{id}/start", { params, body }));
    },
  });
  const { form } = starting;
  const values = useWatch({ control: form.control }) as Values;

  const choose = (chosen: ColumnChoice) => {
    const { columns } = values;
    form.setValue("columns", chosen);
    // The meaning of values was chosen for the previous column only.
    if (chosen.unsubscribed !== columns.unsubscribed || chosen.subscribed !== columns.subscribed)
      form.setValue("unreadMeans", undefined);
  };
  const turning = useAction(async (look: Look) => {
    const turned = await browserClient("GET /amplify/imports/{id}", { params, query: look });
    setJob(turned);
    choose(turned.guess);
    form.setValue("own", null);
  });
  const other = {
    columns: otherColumns(job.columns, values.columns),
    fits: job.fits ?? [],
    fields: ownFields,
    chosen: keptFields({ job, ...values, known: ownFields }),
  };
  return { job, values, starting, turning, choose, other };
}

type GoingOn = { id: string; newest: ImportJob; onStarted: (job: ImportJob) => void };

/** Goes on to the import once it was begun, here or by a call whose answer was lost. */
function useGoingOn({ id, newest, onStarted }: GoingOn): GoingOn["onStarted"] {
  const file = useThrownAway(id);
  const goOn = (started: ImportJob) => {
    file.keep();
    onStarted(started);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is begun once.
  useEffect(() => {
    if (newest.state !== "read") goOn(newest);
  }, [newest.state]);
  return goOn;
}

type Keeping = {
  job: ImportJob;
  columns: ColumnChoice;
  own: ImportField[] | null;
  known: readonly CustomField[];
};

/** The columns that become fields: as they were chosen, or else those that are called as a field is. */
function keptFields({ job, columns, own, known }: Keeping): ImportField[] {
  const others = otherColumns(job.columns, columns);
  if (own !== null) return own.filter(({ column }) => others.includes(column));
  return matchedFields(others, { fields: known, exported: job.exportedFields });
}

/** A column says who unsubscribed or who did not: chosen for the one, it is not the other any more. */
function withChosen(columns: ColumnChoice, key: keyof ColumnChoice, chosen: string[]): ColumnChoice {
  const others = { unsubscribed: "subscribed", subscribed: "unsubscribed" } as const;
  const other = key === "unsubscribed" || key === "subscribed" ? others[key] : null;
  const changed = { ...columns, [key]: chosen };
  return other === null || !columns[other].some((column) => chosen.includes(column))
    ? changed
    : { ...changed, [other]: columns[other].filter((column) => !chosen.includes(column)) };
}

/** Deletes the uploaded file if the dialog is left without importing it. */
function useThrownAway(id: string): { keep: () => void } {
  const isKept = useRef(false);
  useEffect(
    () => () => {
      // If this fails, the server deletes it a day later.
      if (!isKept.current) browserClient("DELETE /amplify/imports/{id}", { params: { id } }).catch(() => {});
    },
    [id],
  );
  return {
    keep: () => {
      isKept.current = true;
    },
  };
}
