import { webhookTexts } from "../../../../contract/texts/workspace/webhooks.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { javaScriptExample, pythonExample } from "./examples.ts";

/** Explains how a receiver verifies a request, and in which order events arrive. */
export function VerifyGuide() {
  const texts = useTexts(webhookTexts);
  return (
    <details className="webhook-guide">
      <summary>{texts.verify}</summary>
      <p>{texts.verifyAbout}</p>
      <p>{texts.order}</p>
      {[
        { title: texts.javaScript, code: javaScriptExample },
        { title: texts.python, code: pythonExample },
      ].map(({ title, code }) => (
        <section key={title} className="code-example" aria-label={title}>
          <h3>{title}</h3>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, and the keyboard must reach that. */}
          <pre tabIndex={0}>
            <code>{code}</code>
          </pre>
        </section>
      ))}
    </details>
  );
}
