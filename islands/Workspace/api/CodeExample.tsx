import { apiTexts } from "../../../contract/texts/workspace/api.ts";
import { useCopy } from "../../_data/useCopy.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { Button } from "../../_parts/Button.tsx";

/** A piece of code with a button that copies it. */
export function CodeExample({ title, code }: { title: string; code: string }) {
  const texts = useTexts(apiTexts);
  const { word, copy } = useCopy(code, texts);
  return (
    <section className="code-example" aria-label={title}>
      <div className="account-head">
        <h3>{title}</h3>
        <Button variant="quiet" onClick={copy} aria-label={texts.copyWhat(title)}>
          {word}
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, and the keyboard must reach that. */}
      <pre tabIndex={0}>
        <code>{code}</code>
      </pre>
    </section>
  );
}
