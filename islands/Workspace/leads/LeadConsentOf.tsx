import type { Lead } from "../../../contract/schemas/lead.ts";
import type { LeadConsent, Optout } from "../../../contract/schemas/optouts.ts";
import { type LeadFormTexts, leadFormTexts } from "../../../contract/texts/workspace/leadForms.ts";
import { queries } from "../../_data/queries.ts";
import { useLoad } from "../../_data/useLoad.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { shortMoment } from "./shortMoment.ts";

/** Whether a lead agreed to being counted, who said so, and when it left, why, and came back. */
export function LeadConsentOf({ lead }: { lead: Lead }) {
  const known = useLoad(queries.leadConsent(lead._id));
  const texts = useTexts(leadFormTexts).consent;
  // What was sent is told beside it all the same.
  if (known.value === undefined) return null;
  const { ownerOptoutAt, optouts } = known.value;
  return (
    <>
      <p>{consentText(known.value, texts)}</p>
      {ownerOptoutAt === null ? null : <p>{texts.ownerOut(shortMoment(ownerOptoutAt))}</p>}
      {optouts.length === 0 ? null : (
        <ul className="history">
          {optouts.map((optout) => (
            <li key={optout._id}>
              <span>{leftText(optout, texts)}</span>
              {optout.words === null ? null : <q>{optout.words}</q>}
              {optout.returnedAt === null ? null : (
                <span className="muted">{texts.returned(shortMoment(optout.returnedAt))}</span>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

type Texts = LeadFormTexts["consent"];

function consentText({ consent, at, how, by }: LeadConsent, texts: Texts): string {
  const state = texts.state(texts.choices[consent].toLowerCase());
  if (at === null || how === null) return state;
  const since = texts.since({ when: shortMoment(at), how: texts.hows[how] });
  return [state, since, ...(by === null ? [] : [texts.saidBy(by)])].join(" ");
}

function leftText({ at, subject, reason }: Optout, texts: Texts): string {
  const left = texts.left({ when: shortMoment(at), mail: subject ?? texts.aMail });
  return reason === null ? `${left}.` : `${left}: ${texts.reasons[reason]}.`;
}
