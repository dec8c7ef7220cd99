import { starters } from "../../_design/starters.ts";
import type { Content } from "./useDraft.ts";

/** What a new template begins from: an empty sheet, or one of the designs that come with the product. */
export default function ChooseStarter({ onChoose }: { onChoose: (name: string, content: Content) => void }) {
  return (
    <ul className="starters">
      {starters.map(({ key, title, about, make }) => (
        <li key={key}>
          <button type="button" onClick={() => onChoose(title, { html: "", design: make() })}>
            <strong>{title}</strong>
            <span className="muted">{about}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
