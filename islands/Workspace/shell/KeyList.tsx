import { overlayTexts } from "../../../contract/texts/workspace/overlays.ts";
import { useSetting } from "../../_data/setting.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { Dialog } from "../../_parts/Dialog.tsx";
import { ChoiceField } from "../../_parts/fields/ChoiceField.tsx";
import { isApple } from "./isApple.ts";

/** The list of keyboard shortcuts, and the choice of those that are a single character. */
export default function KeyList({ onClose }: { onClose: () => void }) {
  const texts = useTexts(overlayTexts).keys;
  return (
    <Dialog open title={texts.title} onClose={onClose}>
      <div className="key-list">
        {texts.groups(isApple()).map(({ title, keys }, at) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl>
              {keys.map(([key, does]) => (
                <div key={key}>
                  <dt>
                    <kbd>{key}</kbd>
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
            {at === 0 ? <SingleKeys /> : null}
          </section>
        ))}
        <p className="muted">{texts.note}</p>
      </div>
    </Dialog>
  );
}

/** Below the keys of which it is about, and the first that takes the focus, so that the list opens at its beginning. */
function SingleKeys() {
  const texts = useTexts(overlayTexts).keys;
  const [singleKeys, setSingleKeys] = useSetting("singleKeys");
  return (
    <>
      <ChoiceField
        type="checkbox"
        label={texts.single(isApple())}
        aria-describedby="single-keys-hint"
        checked={singleKeys !== "off"}
        onChange={({ target }) => setSingleKeys(target.checked ? "" : "off")}
      />
      <p className="muted" id="single-keys-hint">
        {texts.singleHint}
      </p>
    </>
  );
}
