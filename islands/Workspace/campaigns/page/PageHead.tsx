import { campaignName } from "../../../../contract/campaigns/campaignName.ts";
import { withFallbacks } from "../../../../contract/mergeFields.ts";
import type { Campaign } from "../../../../contract/schemas/campaign.ts";
import type { Words } from "../../../../contract/sentences/sentence.ts";
import { campaignTexts } from "../../../../contract/texts/workspace/campaigns.ts";
import { type ProgressTexts, progressTexts } from "../../../../contract/texts/workspace/progress.ts";
import { type WatchingTexts, watchingTexts } from "../../../../contract/texts/workspace/watching.ts";
import { queries } from "../../../_data/queries.ts";
import { useLoad } from "../../../_data/useLoad.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { useWords } from "../../../_data/useWords.ts";
import { Button } from "../../../_parts/Button.tsx";
import { dots, Icon } from "../../../_parts/Icon.tsx";
import { Menu } from "../../../_parts/Menu.tsx";
import { PlansLink } from "../../../_parts/PlansLink.tsx";
import { together } from "../../../_parts/together.ts";
import { waitsForSomebody } from "../../accounts/stateSentence.ts";
import { forecastText } from "../../realtime/forecastText.ts";
import { useLive } from "../../realtime/RealtimeContext.tsx";
import type { Watched } from "../../realtime/useRealtime.ts";
import { momentAhead, waitingText } from "../../realtime/waitingText.ts";
import { addressOf } from "../../shell/address.ts";
import { nameOf } from "../list/listColumns.tsx";
import { heldOf } from "../rest.ts";
import { StateBadge } from "../StateBadge.tsx";
import { hasBegun } from "../steering/actions.ts";
import { useSteering } from "../steering/useSteering.tsx";
import { listMoment } from "../when.ts";
import { AudienceLine } from "./AudienceLine.tsx";
import { PageTitle } from "./PageTitle.tsx";
import { useActionFocus } from "./useActionFocus.ts";
import { testWaits } from "./WinnerChoice.tsx";

/** The campaign's name, its state, why nothing is being sent and when it resumes, and its actions. */
export function PageHead({ campaign }: { campaign: Campaign }) {
  const texts = useTexts(watchingTexts);
  const subject = withFallbacks(campaign.subject);
  const stopped = useStoppedAccounts(campaign);
  return (
    <header className="campaign-head">
      <PageTitle name={nameOf(campaign, texts)}>
        <StateBadge campaign={campaign} />
      </PageTitle>
      <Steering campaign={campaign} isStopped={stopped.length > 0} />
      <p className="campaign-summary">{summaryOf({ ...campaign, subject }, texts)}</p>
      <AudienceLine campaign={campaign} />
      <NextMoment campaign={campaign} />
      <HeldUp campaign={campaign} />
      <Stopped emails={stopped} />
    </header>
  );
}

/** What leads on from where it stands; of what runs, or is over, nothing has to be done. */
const primaries: readonly string[] = ["resume", "move", "edit"];
const waysOut: readonly string[] = ["move", "undo", "cancel"];
const waysOn: readonly string[] = ["resume", "move"];
/** A person knows why they paused it, and who is asked for the better variant finds the choice below. */
const needNoWay: readonly string[] = ["paused", "paused_by_person", ...testWaits];

/** Whether it stopped by itself: then each way out stands as a button beside the reason. */
function pausedItself({ state, waitingCause }: Campaign): boolean {
  return state === "paused" && waitingCause !== null && !needNoWay.includes(waitingCause.code);
}

/** With its account stopped it only waits once it is resumed, so that leads nowhere and is not what stands out. */
function Steering({ campaign, isStopped }: { campaign: Campaign; isStopped: boolean }) {
  const texts = useTexts(watchingTexts);
  const { actions } = texts;
  const { first, menu, act, running, message, code, dialogs } = useSteering(campaign);
  const shown = pausedItself(campaign) ? waysOut : campaign.state === "running" ? waysOn : [];
  const ways = menu.filter(({ key }) => shown.includes(key));
  const looks = hasBegun(campaign)
    ? [
        { key: "file", label: actions.file, onSelect: () => download(campaign._id) },
        { key: "print", label: actions.print, onSelect: () => window.print() },
      ]
    : [];
  const focus = useActionFocus([first, ...ways].map((way) => way?.key).join());
  return (
    <div className="actions" {...focus}>
      {message === "" ? null : (
        <p className="field-error" role="alert">
          {message} {code === "plan_limit" ? <PlansLink /> : null}
        </p>
      )}
      {first === null ? null : (
        <Button
          aria-disabled={running}
          variant={primaries.includes(first.key) && !isStopped ? "primary" : undefined}
          onClick={() => act(first)}
        >
          {first.word}
        </Button>
      )}
      {ways.map((way) => (
        <Button
          key={way.key}
          aria-disabled={running}
          variant={way.key === "cancel" ? "danger" : undefined}
          onClick={() => act(way)}
        >
          {way.word}
        </Button>
      ))}
      <Menu
        shape="icon"
        variant="quiet"
        aria-label={texts.list.actionsOf(nameOf(campaign, texts))}
        items={[
          ...menu
            .filter((action) => !ways.includes(action))
            .map((action) => ({
              key: action.key,
              label: action.word,
              onSelect: () => act(action),
              ...(action.key === "cancel" ? { danger: true } : {}),
            })),
          ...looks,
        ]}
      >
        <Icon path={dots} />
      </Menu>
      {dialogs}
    </div>
  );
}

/** Why nothing is being sent at the moment, else when it will probably be done. */
function NextMoment({ campaign }: { campaign: Campaign }) {
  const texts = useTexts(progressTexts);
  const { page } = useTexts(watchingTexts);
  const words = useWords();
  const live = useLive();
  // Without a connection to the server this is not known; the line above the panel says so.
  if (live.state === "reconnecting") return null;
  const watched = live.campaigns.get(campaign._id);
  // The choice of the variant says until when it is waited for.
  if (testWaits.includes(campaign.waitingCause?.code ?? "")) return null;
  const text = nextMomentText(campaign, { watched, words, now: Date.now() }, texts);
  const isBusy = campaign.waitingCause?.code === "server_busy";
  return text === "" ? null : (
    <p className="next-moment" data-status={campaign.state === "running" ? "waiting" : "uncertain"}>
      {isBusy ? page.busy(text) : text} {campaign.waitingCause?.code === "plan_lacks" ? <PlansLink /> : null}
    </p>
  );
}

function nextMomentText(
  campaign: Campaign,
  { watched, words, now }: { watched: Watched | undefined; words: Words; now: number },
  texts: ProgressTexts,
): string {
  const waiting = waitingText(campaign, { words, now }, texts);
  if (campaign.state !== "running") return waiting;
  const doneAt = campaign.doneAt ?? null;
  const seen = waiting === "" && watched !== undefined ? forecastText(watched, texts) : "";
  if (doneAt === null || seen !== "") return waiting || seen;
  const when = momentAhead(doneAt, now, texts);
  return waiting === "" ? texts.doneThen(when) : texts.andDoneThen({ before: waiting, when });
}

/** The accounts of a running campaign that wait for a person while others are sending. */
function HeldUp({ campaign }: { campaign: Campaign }) {
  const { page } = useTexts(watchingTexts);
  const words = useWords();
  if (campaign.state !== "running") return null;
  return heldOf(campaign).map(({ credentialId, from, held: { mails, waiting, cause } }) => (
    <p key={credentialId} className="next-moment" data-status="uncertain">
      {page.heldUp({ from, mails, why: words(cause, waiting) })}
    </p>
  ));
}

/** The addresses of those of its accounts that are paused until a person puts them right; none once it is over. */
function useStoppedAccounts({ state, accounts }: Campaign): string[] {
  const credentials = useLoad(queries.credentials()).value ?? [];
  if (state !== "running" && state !== "paused") return [];
  return credentials
    .filter((one) => waitsForSomebody(one) && accounts.some(({ credentialId }) => credentialId === one._id))
    .map(({ appEmail }) => appEmail);
}

/** Where what holds it up can be put right: it goes on with its accounts. */
function Stopped({ emails }: { emails: readonly string[] }) {
  const texts = useTexts(campaignTexts);
  if (emails.length === 0) return null;
  const accounts = (word: string) => <a href={addressOf("accounts")}>{word}</a>;
  return <p className="next-moment">{together(texts.stopped({ emails, accounts }))}</p>;
}

function summaryOf(campaign: Campaign, { page, list }: WatchingTexts): string {
  const { subject, from, accounts, createdBy, state, startAt, holdUntil, createdAt, finishedAt, archivedAt } =
    campaign;
  const others = accounts.length - 1;
  const parts = [
    ...(subject === "" || subject === campaignName(campaign) ? [] : [page.subject(subject)]),
    ...(campaign.kind === "sequence" ? [list.sequence(campaign.steps)] : []),
    ...(from === "" ? [] : [others > 0 ? list.fromAnd({ from, more: others }) : list.from(from)]),
    // It begins with its first mails, which are about to go.
    ...(state === "starting"
      ? []
      : neverBegan(campaign) && startAt !== null
        ? [page.wasToStart(listMoment(startAt))]
        : [momentText({ state, at: (state === "holding" ? holdUntil : startAt) ?? createdAt }, page)]),
    ...(finishedAt === null ? [] : [page.ended(listMoment(finishedAt))]),
    ...(createdBy === null ? [] : [list.by(createdBy)]),
    ...(archivedAt === null ? [] : [page.archived]),
  ];
  return parts.join(", ");
}

/** Whether it was stopped before its first mail; a sequence may have begun without anybody in it yet. */
const neverBegan = ({ kind, state, total }: Campaign): boolean =>
  kind === "once" && total === 0 && (state === "paused" || state === "cancelled");

function momentText(
  { state, at }: { state: Campaign["state"]; at: number },
  page: WatchingTexts["page"],
): string {
  const when = listMoment(at);
  if (state === "draft") return page.created(when);
  return state === "scheduled" || state === "holding" ? page.startsAt(when) : page.begun(when);
}

function download(id: string): void {
  const link = document.createElement("a");
  link.href = `/amplify/campaigns/${encodeURIComponent(id)}/deliveries.csv`;
  link.download = "deliveries.csv";
  link.click();
}
