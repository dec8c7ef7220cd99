import { overlayTexts } from "../../../contract/texts/workspace/overlays.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { Dialog } from "../../_parts/Dialog.tsx";

/** The list of keyboard shortcuts. */
export default function KeyList({ onClose }: { onClose: () => void }) {
  const texts = useTexts(overlayTexts).keys;
  return (
    <Dialog open title={texts.title} onClose={onClose}>
      <div className="key-list">
        {texts.groups.map(({ title, keys }) => (
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
          </section>
        ))}
        <p className="muted">{texts.note}</p>
      </div>
    </Dialog>
  );
}
