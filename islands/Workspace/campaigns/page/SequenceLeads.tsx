import { campaignName } from "../../../../contract/campaigns/campaignName.ts";
import { screenLimits } from "../../../../contract/limits/screen.ts";
import { textLimits } from "../../../../contract/limits/text.ts";
import type { Campaign } from "../../../../contract/schemas/campaign.ts";
import type {
  SequenceLead,
  SequenceLeadState,
} from "../../../../contract/schemas/sequences/sequenceLeads.ts";
import {
  type SequenceLeadsTexts,
  sequenceLeadsTexts,
} from "../../../../contract/texts/workspace/sequenceLeads.ts";
import { useDebounced } from "../../../_data/useDebounced.ts";
import { useLoad } from "../../../_data/useLoad.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { useWords } from "../../../_data/useWords.ts";
import { Badge } from "../../../_parts/Badge.tsx";
import { Field } from "../../../_parts/fields/Field.tsx";
import { SelectField } from "../../../_parts/fields/SelectField.tsx";
import type { Status } from "../../../_parts/Notice.tsx";
import { cursorTurns, PageTurn } from "../../../_parts/PageTurn.tsx";
import { Table } from "../../../_parts/Table.tsx";
import { WhenLoaded } from "../../../_parts/WhenLoaded.tsx";
import { goTo } from "../../shell/address.ts";
import { LeadLink } from "../LeadLink.tsx";
import { watched } from "../questions.ts";
import { exactMoment, listMoment } from "../when.ts";
import { NobodyLine } from "./NobodyLine.tsx";
import { useTurnedPages } from "./useTurnedPages.ts";

const choices = ["all", "going", "ended"] as const;
type Shown = (typeof choices)[number];

/** All leads of a sequence: the mail that each has reached, when it gets the next, and why it has ended. */
export function SequenceLeads({ campaign, filter }: { campaign: Campaign; filter: string | undefined }) {
  const texts = useTexts(sequenceLeadsTexts);
  const shown = choices.find((one) => one === filter) ?? "all";
  const [{ typed, step, cursors }, narrow] = useTurnedPages(campaign._id, filter);
  const search = useDebounced(typed.trim(), screenLimits.searchPauseMs);
  const after = cursors.at(-1);
  const page = useLoad(
    watched.leads(campaign, {
      ...(shown === "all" ? {} : { ended: shown === "ended" ? "true" : "false" }),
      ...(search === "" ? {} : { search }),
      ...(step === null ? {} : { step }),
      ...(after === undefined ? {} : { after }),
    }),
  );
  const next = page.value?.next ?? null;
  const isShort = next !== null && (page.value?.items.length ?? 0) < screenLimits.ledgerPage;
  const isNarrowed = shown !== "all" || search !== "" || step !== null;
  const showAll = () => {
    narrow({ typed: "", step: null });
    goTo("campaigns", campaign._id, "leads");
  };
  return (
    <div className="recipients sequence-leads">
      <Tools
        campaign={campaign}
        typed={typed}
        shown={shown}
        step={step}
        onType={(text) => narrow({ typed: text })}
        onStep={(chosen) => narrow({ step: chosen })}
      />
      <WhenLoaded what={texts.what} loaded={page} rows={6}>
        {({ items }) => (
          <>
            {items.length === 0 ? null : <Leads campaign={campaign} leads={items} isOld={page.isOld} />}
            <Found
              count={items.length}
              next={next}
              isNarrowed={isNarrowed}
              isFirst={after === undefined}
              onAll={showAll}
            />
          </>
        )}
      </WhenLoaded>
      <PageTurn
        words={{ previous: texts.previous, next: isShort ? texts.lookOn : texts.next }}
        {...cursorTurns(cursors, next, (turned) => narrow({ cursors: turned }))}
      />
    </div>
  );
}

/** What the list is narrowed to: some words, who gets more, and the mail that they have come to. */
function Tools({
  campaign,
  typed,
  shown,
  step,
  onType,
  onStep,
}: {
  campaign: Campaign;
  typed: string;
  shown: Shown;
  step: number | null;
  onType: (text: string) => void;
  onStep: (step: number | null) => void;
}) {
  const texts = useTexts(sequenceLeadsTexts);
  return (
    <div className="recipient-tools">
      <Field
        label={texts.search}
        type="search"
        placeholder={texts.searchHint}
        maxLength={textLimits.searchMax}
        value={typed}
        onChange={(event) => onType(event.target.value)}
      />
      <SelectField
        label={texts.show}
        value={shown}
        onChange={(event) =>
          goTo(
            "campaigns",
            campaign._id,
            "leads",
            ...(event.target.value === "all" ? [] : [event.target.value]),
          )
        }
      >
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {texts.shown[choice]}
          </option>
        ))}
      </SelectField>
      {campaign.steps < 2 ? null : (
        <SelectField
          label={texts.reached}
          value={step ?? ""}
          onChange={(event) => onStep(event.target.value === "" ? null : Number(event.target.value))}
        >
          <option value="">{texts.anyStep}</option>
          {Array.from({ length: campaign.steps }, (_, index) => index).map((index) => (
            <option key={index} value={index}>
              {texts.step({ number: index + 1, of: campaign.steps })}
            </option>
          ))}
        </SelectField>
      )}
    </div>
  );
}

/** What there is to say where a page holds few leads, or none. */
function Found({
  count,
  next,
  isFirst,
  isNarrowed,
  onAll,
}: {
  count: number;
  next: string | null;
  isFirst: boolean;
  isNarrowed: boolean;
  onAll: () => void;
}) {
  const texts = useTexts(sequenceLeadsTexts);
  if (next !== null)
    return count < screenLimits.ledgerPage ? (
      <p className="muted" role="status">
        {count === 0 ? texts.noneHere : texts.someHere}
      </p>
    ) : null;
  if (count > 0) return null;
  return <NobodyLine texts={texts} isAll={!isNarrowed && isFirst} onAll={isNarrowed ? onAll : null} />;
}

const statuses: Record<SequenceLeadState, Status | undefined> = {
  waiting: "waiting",
  sending: "waiting",
  uncertain: "uncertain",
  answering: "waiting",
  ended: undefined,
};

function Leads({
  campaign,
  leads,
  isOld,
}: {
  campaign: Campaign;
  leads: readonly SequenceLead[];
  isOld: boolean | undefined;
}) {
  const texts = useTexts(sequenceLeadsTexts);
  const words = useWords();
  return (
    <Table
      caption={texts.caption(campaignName(campaign))}
      rows={leads}
      isOld={isOld}
      rowKey={({ leadId }) => leadId}
      blocksBelowPx={720}
      columns={[
        { key: "email", title: texts.lead, cell: (lead) => <Lead lead={lead} /> },
        {
          key: "mail",
          title: texts.mail,
          cell: ({ step }) =>
            step === null ? texts.before : texts.step({ number: step + 1, of: campaign.steps }),
        },
        {
          key: "state",
          title: texts.state,
          cell: (lead) => (
            <Badge status={statuses[lead.state]}>{stateText(lead, campaign.steps, texts)}</Badge>
          ),
        },
        {
          key: "when",
          title: texts.when,
          cell: (lead) => <When lead={lead} isPaused={campaign.state === "paused"} />,
        },
        // While all of them go on there is nothing to say.
        ...(leads.some(({ reason }) => reason !== null)
          ? [
              {
                key: "reason",
                title: texts.why,
                cell: ({ cause, reason }: SequenceLead) => (
                  <span className="ledger-reason">{words(cause, reason)}</span>
                ),
              },
            ]
          : []),
      ]}
    />
  );
}

function stateText(
  { state, step }: SequenceLead,
  steps: number,
  { waits, sending, uncertain, over }: SequenceLeadsTexts,
): string {
  const number = (step ?? -1) + 1;
  if (state === "ended") return over;
  if (state === "sending") return sending(Math.max(number, 1));
  if (state === "uncertain") return uncertain(Math.max(number, 1));
  return waits(number < steps ? number + 1 : null);
}

function Lead({ lead: { leadId, email, firstName, lastName } }: { lead: SequenceLead }) {
  const texts = useTexts(sequenceLeadsTexts);
  if (email === null) return <span className="muted">{texts.deleted}</span>;
  const name = `${firstName ?? ""} ${lastName ?? ""}`.trim();
  return (
    <>
      <LeadLink id={leadId}>{name || email}</LeadLink>
      {name === "" ? null : <span className="muted">{email}</span>}
    </>
  );
}

/** When it gets the next mail, or when it ended. */
function When({ lead: { state, dueAt, endedAt }, isPaused }: { lead: SequenceLead; isPaused: boolean }) {
  const texts = useTexts(sequenceLeadsTexts);
  if (endedAt !== null) return <time title={exactMoment(endedAt)}>{texts.ended(listMoment(endedAt))}</time>;
  if (isPaused) return texts.paused;
  if (dueAt === null) return null;
  if (dueAt <= Date.now()) return state === "waiting" || state === "answering" ? texts.now : null;
  return <time title={exactMoment(dueAt)}>{texts.goesOn(listMoment(dueAt))}</time>;
}
