import { type RefObject, useId } from "react";
import { Refusal } from "../../../contract/errors.ts";
import { limits } from "../../../contract/limits.ts";
import { useAction } from "../../_data/useAction.ts";
import { readDesign } from "../../_design/design.ts";
import { Button } from "../../_parts/Button.tsx";
import type { Content } from "./useDraft.ts";

/** Takes a template from a file: HTML as it is, or a design as Unlayer's editor saves it. */
export function ImportTemplate({
  input,
  button,
  onRead,
}: {
  /** The field that chooses the file, for whoever opens it from elsewhere. */
  input: RefObject<HTMLInputElement | null>;
  /** Whether there is a button of its own that opens it. */
  button: boolean;
  onRead: (name: string, content: Content) => void;
}) {
  const faultId = useId();
  const reading = useAction(async (file: File) => {
    const content = await contentOf(file);
    onRead(file.name.replace(/\.[^.]*$/, "").slice(0, limits.text.templateNameMax) || "Imported", content);
  });
  return (
    <>
      {button ? (
        <Button
          aria-describedby={reading.message === "" ? undefined : faultId}
          onClick={() => input.current?.click()}
        >
          Import
        </Button>
      ) : null}
      <input
        ref={input}
        type="file"
        hidden
        aria-label="HTML or JSON to import"
        accept=".html,.htm,.json,text/html,application/json"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          // The same file can be chosen again after it was put right.
          event.target.value = "";
          if (file !== undefined) reading.run(file);
        }}
      />
      {reading.message === "" ? null : (
        <span className="field-error" id={faultId} role="alert">
          {reading.message}
        </span>
      )}
    </>
  );
}

async function contentOf(file: File): Promise<Content> {
  if (file.size > limits.html.maxBytes) throw new Refusal("too_large", "The file is larger than 1 MB");
  const text = await file.text();
  if (!text.trimStart().startsWith("{")) return { html: text, design: null };
  const parsed = parsedJson(text);
  // Some tools save the design inside of the template that it belongs to.
  const stored = typeof parsed === "object" && parsed !== null && "design" in parsed ? parsed.design : parsed;
  if (readDesign(stored) === null)
    throw new Refusal("bad_request", "This file is neither HTML nor a design of Unlayer's editor");
  return { html: "", design: stored };
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
