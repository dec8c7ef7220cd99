import type { Campaign } from "../../../../contract/schemas/campaign.ts";
import type { CampaignCause } from "../../../../contract/schemas/campaignInsight.ts";
import { type WatchingTexts, watchingTexts } from "../../../../contract/texts/workspace/watching.ts";
import { browserClient } from "../../../_data/browserClient.ts";
import { useAction } from "../../../_data/useAction.ts";
import { useLoad } from "../../../_data/useLoad.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { useWords } from "../../../_data/useWords.ts";
import { Button } from "../../../_parts/Button.tsx";
import { WhenLoaded } from "../../../_parts/WhenLoaded.tsx";
import { useRealtimeActions } from "../../realtime/RealtimeContext.tsx";
import { addressOf } from "../../shell/address.ts";
import { useWorkspace } from "../../shell/WorkspaceContext.ts";
import { watched } from "../questions.ts";

/** The reasons why mails did not arrive, each with what can be done about it. */
export function Causes({ campaign }: { campaign: Campaign }) {
  const { causes } = useTexts(watchingTexts);
  const loaded = useLoad(watched.causes(campaign));
  return (
    <section className="card" aria-labelledby="causes-title">
      <h3 id="causes-title" tabIndex={-1}>
        {causes.title}
      </h3>
      <WhenLoaded what={causes.what} loaded={loaded} rows={3}>
        {(rows) =>
          rows.length === 0 ? (
            <p className="muted">{causes.none}</p>
          ) : (
            <ul className="cause-list">
              {rows.map((cause) => (
                <Cause key={`${cause.state} ${cause.code}`} campaign={campaign} cause={cause} />
              ))}
            </ul>
          )
        }
      </WhenLoaded>
    </section>
  );
}

function Cause({ campaign, cause }: { campaign: Campaign; cause: CampaignCause }) {
  const texts = useTexts(watchingTexts);
  const words = useWords();
  const { causes } = texts;
  const { announce } = useWorkspace();
  const { follow } = useRealtimeActions();
  const { state, code, count, retry } = cause;
  const trying = useAction(async () => {
    if (retry === null) return;
    const { retried } = await browserClient("POST /amplify/campaigns/{id}/retry", {
      params: { id: campaign._id },
      body: { states: [retry], code },
    });
    // The row disappears together with the pressed button, once no mail has failed for that reason.
    const pressed = document.activeElement?.closest(".cause-list");
    pressed?.closest("section")?.querySelector<HTMLElement>("h3")?.focus({ preventScroll: true });
    announce("waiting", causes.tried(retried));
    follow(campaign._id);
  });
  const title = causes.titles[code] ?? words(cause.cause, cause.reason);
  const see = state === "uncertain" ? causes.decide : causes.see;
  return (
    <li>
      <div className="cause-words">
        <strong>{title}</strong>
        {saidLines(cause, texts).map((line) => (
          <span key={line} className="muted">
            {line}
          </span>
        ))}
        {trying.message === "" ? null : (
          <span className="field-error" role="alert">
            {trying.message}
          </span>
        )}
      </div>
      <span className="cause-count" data-stage={state === "deferred" ? "waiting" : state}>
        {count.toLocaleString("en")} <span className="muted">{causes.states[state].toLowerCase()}</span>
      </span>
      <div className="cause-actions">
        <a
          className="button"
          data-variant="quiet"
          aria-label={`${see}: ${title}`}
          href={addressOf("campaigns", campaign._id, "recipients", `${state}:${code}`)}
        >
          {see}
        </a>
        {retry === "failed" ? (
          <Button
            aria-label={`${causes.again}: ${title}`}
            aria-disabled={trying.running}
            onClick={() => void trying.run()}
          >
            {causes.again}
          </Button>
        ) : null}
      </div>
    </li>
  );
}

/** What servers said, by what its code means where that is known: "550 5.1.1, no such mailbox, at gmail.com". */
function saidLines({ said, count, looked }: CampaignCause, { causes }: WatchingTexts): string[] {
  return said.map(({ reply, count: times, domains }) => {
    const code = /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3})?/.exec(reply)?.[0] ?? "";
    const meaning = causes.statuses[code.split(".").slice(1).join(".")];
    const words = meaning === undefined ? reply : `${code}, ${meaning}`;
    const parts = [said.length > 1 ? causes.most({ reply: words, count: times }) : words];
    if (domains.length > 0) parts.push(causes.at(domains.join(", ")));
    if (looked < count) parts.push(causes.looked(looked));
    return parts.join(" ");
  });
}
