import type { LeadAction } from "../../../../contract/schemas/leadActions.ts";
import { type LeadTexts, leadTexts } from "../../../../contract/texts/workspace/leads.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Button } from "../../../_parts/Button.tsx";
import { Menu, type MenuItem } from "../../../_parts/Menu.tsx";
import { Notice } from "../../../_parts/Notice.tsx";
import { useWorkspace } from "../../shell/WorkspaceContext.ts";
import { useFocusAfterBar } from "./useFocusAfterBar.ts";
import { choiceOf, type LeadActions, whichOf } from "./useLeadActions.ts";
import { pickedCount, type Selection, type SelectionActions } from "./useSelection.ts";

type SelectionBarProps = {
  picked: SelectionActions;
  actions: LeadActions;
  onSend: () => void;
  onAddTo: () => void;
  onConsent: () => void;
  onDeleteAll: () => void;
};

/** Appears at the bottom once leads are selected, with the actions for them. */
export function SelectionBar(props: SelectionBarProps) {
  const texts = useTexts(leadTexts);
  const { leads } = useWorkspace();
  const { selection } = props.picked;
  const total = leads.page.value?.total ?? 0;
  const count = pickedCount(selection, total);
  const text = selectedText({ selection, count, total, leads }, texts);
  return (
    <>
      {count === 0 ? null : <Bar {...props} count={count} total={total} text={text} />}
      {/* Rendered from the beginning, because screen readers only announce changes of existing live regions. */}
      <p role="status" className="visually-hidden">
        {text}
      </p>
    </>
  );
}

function Bar({
  picked,
  actions,
  count,
  total,
  text,
  onSend,
  onAddTo,
  onConsent,
  onDeleteAll,
}: SelectionBarProps & { count: number; total: number; text: string }) {
  const texts = useTexts(leadTexts);
  const { leads } = useWorkspace();
  const { selection } = picked;
  const { acting, saving } = actions;
  const which = choiceOf(selection, leads);
  const isBusy = acting.running || saving.running;
  const fault = acting.message || saving.message;
  const remove: LeadAction = { action: "delete", which };
  const bar = useFocusAfterBar();

  return (
    <section ref={bar} className="selection-bar" aria-label={texts.selection.bar}>
      <p>{text}</p>
      {fault === "" ? null : <Notice status="failed">{fault}</Notice>}
      <div className="actions">
        {count < total ? (
          <Button variant="quiet" onClick={picked.selectEveryone}>
            {texts.selection.selectAll({ count: total, isNarrowed: leads.isNarrowed })}
          </Button>
        ) : null}
        <Button variant="quiet" onClick={picked.clear}>
          {texts.selection.clear}
        </Button>
        <MoreActions which={which} actions={actions} onAddTo={onAddTo} onConsent={onConsent} />
        <Button
          variant="danger"
          aria-disabled={isBusy}
          // Leads on screen are deleted at once and can be restored; for others confirmation is asked first.
          onClick={() => (selection.kind === "everyone" ? onDeleteAll() : acting.run(remove))}
        >
          {texts.delete}
        </Button>
        <Button variant="primary" onClick={onSend}>
          {texts.selection.email}
        </Button>
      </div>
    </section>
  );
}

function MoreActions({
  which,
  actions: { acting, saving },
  onAddTo,
  onConsent,
}: {
  which: LeadAction["which"];
  actions: LeadActions;
  onAddTo: () => void;
  onConsent: () => void;
}) {
  const texts = useTexts(leadTexts);
  const { leads } = useWorkspace();
  const { collection } = leads;
  const isBusy = acting.running || saving.running;
  const save = (format: "csv" | "xlsx") => () => void saving.run({ which, format });
  const items: MenuItem[] = [
    { key: "addTo", label: texts.selection.addTo, onSelect: onAddTo },
    ...(collection === "all"
      ? []
      : [
          {
            key: "removeFrom",
            label: texts.selection.takeOut(collection),
            onSelect: () => void acting.run({ action: "removeFrom", collection, which }),
          },
        ]),
    {
      key: "optOut",
      label: texts.selection.optOut,
      onSelect: () => void acting.run({ action: "optOut", which }),
    },
    { key: "consent", label: texts.selection.setConsent, onSelect: onConsent },
    { key: "csv", label: texts.selection.asCsv, onSelect: save("csv") },
    { key: "xlsx", label: texts.selection.asXlsx, onSelect: save("xlsx") },
  ];
  return (
    <Menu items={items} aria-disabled={isBusy}>
      {isBusy ? texts.selection.working : texts.selection.more}
    </Menu>
  );
}

function selectedText(
  {
    selection,
    count,
    total,
    leads,
  }: {
    selection: Selection;
    count: number;
    total: number;
    leads: { collection: string; isNarrowed: boolean };
  },
  texts: LeadTexts,
): string {
  if (count === 0) return "";
  if (selection.kind === "some") return texts.selection.some({ count, total });
  const which = whichOf(leads);
  if (count === total) return texts.selection.all({ count, ...which });
  return texts.selection.allBut({ count, total, ...which });
}
