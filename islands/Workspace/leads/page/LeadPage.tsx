import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { fieldText } from "../../../../contract/leads/fieldText.ts";
import type { Lead } from "../../../../contract/schemas/lead.ts";
import { leadFieldTexts } from "../../../../contract/texts/leadFields.ts";
import { leadFormTexts } from "../../../../contract/texts/workspace/leadForms.ts";
import { leadPageTexts } from "../../../../contract/texts/workspace/leadPage.ts";
import { shortMoment } from "../../../_data/momentsHere.ts";
import { queries } from "../../../_data/queries.ts";
import { useCustomFields } from "../../../_data/useCustomFields.ts";
import { useLoad } from "../../../_data/useLoad.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Badge } from "../../../_parts/Badge.tsx";
import { Button } from "../../../_parts/Button.tsx";
import { Icon } from "../../../_parts/Icon.tsx";
import { focusIsLost } from "../../../_parts/lostFocus.ts";
import { Notice } from "../../../_parts/Notice.tsx";
import { WhenLoaded } from "../../../_parts/WhenLoaded.tsx";
import { useWorkspace } from "../../shell/WorkspaceContext.ts";
import { LeadForm } from "../LeadForm.tsx";
import { nameOf } from "../table/leadColumns.tsx";
import { begunOn, keepBegun } from "./begun.ts";
import { CollectionTokens } from "./CollectionTokens.tsx";
import { NoteForm } from "./NoteForm.tsx";
import { leadQuestion } from "./questions.ts";
import { TimeLine } from "./TimeLine.tsx";

type Props = {
  id: string;
  /** Opens the lead a number of rows further down. */
  onStep: (rows: number) => void;
  onClose: () => void;
};

/**
 * Everything that is known of one lead, beside the table or, where there is little room, in place of it. J and K or the
 * arrows go to its neighbours, Escape closes it.
 */
export default function LeadPage({ id, onStep, onClose }: Props) {
  const texts = useTexts(leadPageTexts);
  const lead = useLoad(leadQuestion(id));
  const page = useRef<HTMLElement>(null);
  // It was deleted while it was read: what is known of it stays, and is changed by nobody.
  const wasDeleted = lead.isGone === true && lead.value !== undefined;
  useEffect(() => page.current?.focus({ preventScroll: true }), []);
  const isHere = useRef(false);
  useEffect(() => {
    // What had the focus can be used no more, and Escape would not be heard; in Firefox it keeps the focus all the same.
    const isLost = focusIsLost() || document.activeElement?.matches(":disabled");
    if (wasDeleted && isHere.current && isLost) page.current?.focus({ preventScroll: true });
  }, [wasDeleted]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another lead is read from its beginning.
  useEffect(() => {
    if (page.current !== null) page.current.scrollTop = 0;
  }, [id]);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const step = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[event.key];
    const isTyping = (event.target as HTMLElement).closest("input, textarea, select, [role=menu]") !== null;
    if (event.key === "Escape" && !isTyping) onClose();
    else if (step === undefined || isTyping) return;
    else onStep(step);
    event.preventDefault();
  };

  return (
    <section
      ref={page}
      className="lead-page"
      tabIndex={-1}
      aria-label={texts.region(lead.value?._id === id ? nameOf(lead.value) : "")}
      onKeyDown={onKeyDown}
      onFocus={() => {
        isHere.current = true;
      }}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget !== null) isHere.current = page.current?.contains(relatedTarget) === true;
      }}
    >
      <div className="lead-page-tools">
        <PageButton label={texts.previous} path="M6 15l6-6 6 6" onPress={() => onStep(-1)} />
        <PageButton label={texts.next} path="M6 9l6 6 6-6" onPress={() => onStep(1)} />
        <PageButton label={texts.close} path="M6 6l12 12M18 6 6 18" onPress={onClose} />
      </div>
      {wasDeleted ? (
        <Notice status="failed">
          <p>{texts.deleted}</p>
        </Notice>
      ) : null}
      <WhenLoaded what={texts.what} loaded={wasDeleted ? { ...lead, state: "done" } : lead} rows={6}>
        {(known) => (
          <fieldset className="lead-page-known" disabled={wasDeleted}>
            <Known key={known._id} lead={known} />
          </fieldset>
        )}
      </WhenLoaded>
    </section>
  );
}

function PageButton({ label, path, onPress }: { label: string; path: string; onPress: () => void }) {
  return (
    <Button variant="quiet" shape="icon" title={label} onClick={onPress}>
      <Icon size={16} path={path} />
    </Button>
  );
}

function Known({ lead }: { lead: Lead }) {
  const texts = useTexts(leadPageTexts);
  const returned = useLoad(queries.leadConsent(lead._id)).value?.returned;
  return (
    <>
      <header className="lead-page-head">
        <h2>{nameOf(lead)}</h2>
        <p className="muted">
          {texts.counts({ sent: lead.emailCount, opened: lead.openedCount })}
          {". "}
          {texts.added(shortMoment(lead.createdAt))}
        </p>
        {lead.optout ? <Badge status="uncertain">{texts.optedOut}</Badge> : null}
        {returned?.forGoodAt == null ? null : <Badge status="failed">{texts.comesBack}</Badge>}
      </header>
      <CollectionTokens lead={lead} />
      <Facts lead={lead} />
      <div className="lead-page-story">
        <div className="lead-page-line">
          <h3>{texts.line.title}</h3>
          <NoteForm lead={lead} />
        </div>
        <TimeLine lead={lead} />
      </div>
    </>
  );
}

/**
 * What was pressed goes with what is read, and with what was filled in: the keys go on with the other. What was saved is
 * read at the beginning of the page, however far down the end of the form was.
 */
function useFocusBetween(isEdited: boolean): void {
  const before = useRef(isEdited);
  useEffect(() => {
    if (before.current === isEdited) return;
    before.current = isEdited;
    const next = isEdited ? ".lead-page form :is(input, select)" : ".lead-facts > button";
    document.querySelector<HTMLElement>(next)?.focus();
    if (!isEdited) document.querySelector(".lead-page")?.scrollTo({ top: 0 });
  }, [isEdited]);
}

/** The lead's fields, to be read or edited. */
function Facts({ lead }: { lead: Lead }) {
  const texts = useTexts(leadPageTexts);
  const forms = useTexts(leadFormTexts);
  const words = useTexts(leadFieldTexts);
  const fields = useCustomFields();
  const known = useLoad(queries.leadConsent(lead._id));
  const { uid } = useWorkspace().person;
  const begun = begunOn(uid, lead._id).edit;
  const [isEdited, setEdited] = useState(begun !== undefined);
  useFocusBetween(isEdited);
  const { consent = "unknown", consentAt = null, consentHow = null } = lead;
  if (isEdited)
    return (
      <LeadForm
        lead={begun?.opened ?? lead}
        begun={begun}
        isPage
        onEdit={(edit) => keepBegun(uid, lead._id, { edit })}
        onDone={() => {
          keepBegun(uid, lead._id, { edit: undefined });
          setEdited(false);
        }}
      />
    );
  const said =
    consentAt === null || consentHow === null
      ? []
      : [
          forms.consent.since({
            when: shortMoment(consentAt),
            how: forms.consent.hows[consentHow],
            by: known.value?.by ?? null,
          }),
        ];
  const rows = [
    { key: "email", label: texts.facts.email, text: lead.email },
    { key: "phone", label: texts.facts.phone, text: lead.phone },
    ...fields.map(({ key, label, kind }) => {
      const value = lead.fields[key];
      return { key: `own ${key}`, label, text: value === undefined ? "" : fieldText(kind, value, words) };
    }),
    {
      key: "consent",
      label: texts.facts.consent,
      text: [`${forms.consent.choices[consent]}.`, ...said].join(" "),
    },
  ];
  return (
    <div className="lead-facts">
      <dl>
        {rows.map(({ key, label, text }) => (
          <div key={key}>
            <dt className="muted">{label}</dt>
            <dd>{text || <span className="muted">{texts.facts.none}</span>}</dd>
          </div>
        ))}
      </dl>
      <Button onClick={() => setEdited(true)}>{texts.edit}</Button>
    </div>
  );
}
