import { campaignName } from "../../../../contract/campaigns/campaignName.ts";
import { screenLimits } from "../../../../contract/limits/screen.ts";
import {
  type Campaign,
  type Delivery,
  type DeliveryState,
  deliveryStates,
  reactions,
} from "../../../../contract/schemas/campaign.ts";
import { campaignTexts } from "../../../../contract/texts/workspace/campaigns.ts";
import { watchingTexts } from "../../../../contract/texts/workspace/watching.ts";
import { useDebounced } from "../../../_data/useDebounced.ts";
import { useLoad } from "../../../_data/useLoad.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Button } from "../../../_parts/Button.tsx";
import { Field } from "../../../_parts/fields/Field.tsx";
import { SelectField } from "../../../_parts/fields/SelectField.tsx";
import { cursorTurns, PageTurn } from "../../../_parts/PageTurn.tsx";
import { WhenLoaded } from "../../../_parts/WhenLoaded.tsx";
import { goTo } from "../../shell/address.ts";
import { LedgerRows } from "../Ledger.tsx";
import { type LedgerQuery, watched } from "../questions.ts";
import { DecideAll, DecideOne } from "./Decide.tsx";
import { NobodyLine } from "./NobodyLine.tsx";
import { useTurnedPages } from "./useTurnedPages.ts";

/** All recipients with the state of their mails, filtered by state, cause, mail, or a part of the address. */
export function Recipients({ campaign, filter = "" }: { campaign: Campaign; filter: string | undefined }) {
  const texts = useTexts(watchingTexts);
  const words = useTexts(campaignTexts);
  const { ledger } = texts;
  const [wanted = "", code] = filter.split(":");
  const [{ typed, step, cursors }, narrow] = useTurnedPages(campaign._id, filter);
  const search = useDebounced(typed.trim(), screenLimits.searchPauseMs);
  const after = cursors.at(-1);
  const query: LedgerQuery = {
    ...stateIn(wanted),
    ...(code === undefined ? {} : { code }),
    ...(search === "" ? {} : { search }),
    ...(step === null ? {} : { step }),
    ...(after === undefined ? {} : { after }),
  };
  const page = useLoad(watched.ledger(campaign, query));
  const next = page.value?.next ?? null;
  /** There may be others than those who were asked for. */
  const hasMore = filter !== "" || search !== "" || step !== null || cursors.length > 0;
  const showAll = () => {
    narrow({ typed: "", step: null });
    if (filter !== "") goTo("campaigns", campaign._id, "recipients");
  };
  return (
    <div className="recipients">
      <div className="recipient-tools">
        <Field
          label={ledger.search}
          type="search"
          value={typed}
          onChange={(event) => narrow({ typed: event.target.value })}
        />
        <SelectField
          label={ledger.show}
          value={wanted}
          onChange={(event) => goTo("campaigns", campaign._id, "recipients", event.target.value)}
        >
          <option value="">{words.ledger.everybody(campaign.total)}</option>
          <StateOptions campaign={campaign} />
        </SelectField>
        {campaign.steps < 2 ? null : (
          <SelectField
            label={ledger.mail}
            value={step ?? ""}
            onChange={(event) =>
              narrow({ step: event.target.value === "" ? null : Number(event.target.value) })
            }
          >
            <option value="">{ledger.anyMail}</option>
            {Array.from({ length: campaign.steps }, (_, index) => index).map((index) => (
              <option key={index} value={index}>
                {index + 1}
              </option>
            ))}
          </SelectField>
        )}
        {code === undefined ? null : (
          <Button onClick={() => goTo("campaigns", campaign._id, "recipients", wanted)}>
            {texts.causes.titles[code] ?? code} ×
          </Button>
        )}
      </div>
      {campaign.counts.uncertain === 0 ? null : <DecideAll campaign={campaign} />}
      <WhenLoaded what={words.ledger.what} loaded={page} rows={6}>
        {({ items }) =>
          items.length === 0 ? (
            <NobodyLine texts={words.ledger} isAll={!hasMore} onAll={hasMore ? showAll : null} />
          ) : (
            <LedgerRows
              deliveries={items}
              isOld={page.isOld}
              subject={campaignName(campaign)}
              action={(delivery) => actionFor(campaign, delivery)}
            />
          )
        }
      </WhenLoaded>
      <PageTurn
        words={words.ledger}
        {...cursorTurns(cursors, next, (turned) => narrow({ cursors: turned }))}
      />
    </div>
  );
}

/** What a mail can have come to, each with how many there are. */
function StateOptions({ campaign }: { campaign: Campaign }) {
  const words = useTexts(campaignTexts);
  return (
    <>
      {deliveryStates.map((state) => (
        <option key={state} value={state}>
          {words.ledger.count({ state: words.delivery[state], count: campaign.counts[state] })}
        </option>
      ))}
      {campaign.trackOpens ? (
        <option value="opened">
          {words.ledger.count({ state: words.ledger.openedState, count: campaign.opened })}
        </option>
      ) : null}
      {(["replied", "complained"] as const).map((reaction) =>
        campaign[reaction] === 0 ? null : (
          <option key={reaction} value={reaction}>
            {words.ledger.count({ state: words.ledger.responses[reaction], count: campaign[reaction] })}
          </option>
        ),
      )}
      {campaign.trackClicks ? (
        <option value="clicked">
          {words.ledger.count({ state: words.ledger.clickedState, count: campaign.clicked })}
        </option>
      ) : null}
    </>
  );
}

function actionFor(campaign: Campaign, delivery: Delivery) {
  return delivery.state === "uncertain" ? <DecideOne campaign={campaign} delivery={delivery} /> : null;
}

function stateIn(wanted: string): Pick<LedgerQuery, "state" | "reaction"> {
  const reaction = reactions.find((one) => one === wanted);
  if (reaction !== undefined) return { reaction };
  const state = deliveryStates.find((one): one is DeliveryState => one === wanted);
  return state === undefined ? {} : { state };
}
