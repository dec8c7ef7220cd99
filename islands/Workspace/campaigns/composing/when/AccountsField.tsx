import type { Credential } from "../../../../../contract/schemas/credential.ts";
import { whenTexts } from "../../../../../contract/texts/workspace/composing.ts";
import { queries } from "../../../../_data/queries.ts";
import { useLoad } from "../../../../_data/useLoad.ts";
import { useTexts } from "../../../../_data/useTexts.ts";
import { useWords } from "../../../../_data/useWords.ts";
import { Badge } from "../../../../_parts/Badge.tsx";
import { Button } from "../../../../_parts/Button.tsx";
import { ChoiceField } from "../../../../_parts/fields/ChoiceField.tsx";
import { RadioChoices } from "../../../../_parts/fields/RadioChoices.tsx";
import { WhenLoaded } from "../../../../_parts/WhenLoaded.tsx";
import { useWorkspace } from "../../../shell/WorkspaceContext.ts";
import { useComposing } from "../draft/useDraft.ts";

/** The sending accounts, each with what is left of its day. */
export function AccountsField() {
  const texts = useTexts(whenTexts);
  const { draft, saver } = useComposing();
  const { accounts, whenFull } = draft.plan;
  const credentials = useLoad(queries.credentials());
  const toggle = (id: string, isChosen: boolean) =>
    saver.change({ accounts: isChosen ? [...accounts, id] : accounts.filter((other) => other !== id) });
  return (
    <section className="choice-group">
      <h4>{texts.accounts}</h4>
      <WhenLoaded what={texts.yourAccounts} loaded={credentials} rows={2}>
        {(all) =>
          all.length === 0 ? (
            <NoAccount />
          ) : (
            <ul className="account-choices">
              {accounts
                .filter((id) => all.every(({ _id }) => _id !== id))
                .map((id) => (
                  <li key={id}>
                    <ChoiceField
                      type="checkbox"
                      label={texts.goneAccount}
                      checked
                      onChange={() => toggle(id, false)}
                    />
                  </li>
                ))}
              {all.map((credential) => (
                <AccountChoice
                  key={credential._id}
                  credential={credential}
                  isChosen={accounts.includes(credential._id)}
                  onToggle={(isChosen) => toggle(credential._id, isChosen)}
                />
              ))}
            </ul>
          )
        }
      </WhenLoaded>
      {accounts.length < 2 ? null : (
        <div className="choices-field" role="radiogroup" aria-label={texts.whenFull}>
          <span className="choices-lead">{texts.whenFull}</span>
          <RadioChoices
            name="whenFull"
            choices={["wait", "other"]}
            labels={texts.fullWays}
            value={whenFull}
            onChange={(way) => saver.change({ whenFull: way })}
          />
        </div>
      )}
    </section>
  );
}

function AccountChoice({
  credential: { sender, state, pausedReason, pausedCause, perDayNow, sentToday },
  isChosen,
  onToggle,
}: {
  credential: Credential;
  isChosen: boolean;
  onToggle: (isChosen: boolean) => void;
}) {
  const texts = useTexts(whenTexts);
  const words = useWords();
  const left = perDayNow === null ? null : Math.max(0, perDayNow - sentToday);
  return (
    <li>
      <ChoiceField
        type="checkbox"
        label={sender}
        checked={isChosen}
        onChange={({ target }) => onToggle(target.checked)}
      />
      {state === "paused" ? (
        <span className="account-left">
          <Badge status="uncertain">{texts.rests}</Badge> {words(pausedCause, pausedReason)}
        </span>
      ) : (
        <span className="account-left">
          {left === null || perDayNow === null ? (
            texts.noLimit
          ) : (
            <>
              <progress aria-hidden="true" max={Math.max(1, perDayNow)} value={left} />
              {texts.left({ left, max: perDayNow })}
            </>
          )}
        </span>
      )}
    </li>
  );
}

function NoAccount() {
  const texts = useTexts(whenTexts);
  const { showTab } = useWorkspace();
  return (
    <p>
      {texts.noAccount} <Button onClick={() => showTab("accounts")}>{texts.addAccount}</Button>
    </p>
  );
}
