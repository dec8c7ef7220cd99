import type { RefObject } from "react";
import { Refusal } from "../../../../contract/errors.ts";
import { fileText } from "../../../../contract/fileText.ts";
import {
  type Conversion,
  convertDesign,
  convertForeignTags,
} from "../../../../contract/foreignTags/convertForeignTags.ts";
import { isMjml } from "../../../../contract/foreignTags/isMjml.ts";
import { htmlLimits } from "../../../../contract/limits/html.ts";
import { textLimits } from "../../../../contract/limits/text.ts";
import { type CustomNames, customNames } from "../../../../contract/mergeFields.ts";
import { type TemplateTexts, templateTexts } from "../../../../contract/texts/workspace/design/templates.ts";
import { readDesign } from "../../../../mail/design/design.ts";
import { sentenceOf } from "../../../_data/browserClient.ts";
import { useCustomFields } from "../../../_data/useCustomFields.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Button } from "../../../_parts/Button.tsx";
import { useWorkspace } from "../../shell/WorkspaceContext.ts";
import type { Content, Moved } from "../useDraft.ts";

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
  onRead: (name: string, content: Content, moved: Moved | null) => void;
}) {
  const texts = useTexts(templateTexts);
  const fields = useCustomFields();
  const { announce } = useWorkspace();
  const read = async (file: File) => {
    try {
      const was = await contentOf(file, texts);
      const name =
        file.name.replace(/\.[^.]*$/, "").slice(0, textLimits.templateNameMax) || texts.import.imported;
      const { content, conversion } = movedContent(was, customNames(fields));
      const isMoved = conversion.converted + conversion.left.length > 0;
      onRead(name, content, isMoved ? { name, content: was, conversion } : null);
    } catch (error) {
      announce("failed", `${file.name}: ${sentenceOf(error)}`);
    }
  };
  return (
    <>
      {button ? <Button onClick={() => input.current?.click()}>{texts.import.word}</Button> : null}
      <input
        ref={input}
        type="file"
        hidden
        aria-label={texts.import.label}
        accept=".html,.htm,.json,text/html,application/json"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          // The same file can be chosen again after it was put right.
          event.target.value = "";
          if (file !== undefined) void read(file);
        }}
      />
    </>
  );
}

/** What is read in with the fields of other products as our own. */
function movedContent(
  { html, design }: Content,
  custom: CustomNames,
): { content: Content; conversion: Conversion } {
  if (design === null) {
    const { text, ...conversion } = convertForeignTags(html, custom);
    return { content: { html: text, design }, conversion };
  }
  const { design: converted, ...conversion } = convertDesign(design, custom);
  return { content: { html, design: converted }, conversion };
}

async function contentOf(file: File, texts: TemplateTexts): Promise<Content> {
  if (file.size > htmlLimits.maxBytes) throw new Refusal("too_large", texts.import.tooLarge);
  const text = fileText(new Uint8Array(await file.arrayBuffer()));
  // Whoever lets the browser offer every file can choose a picture, a document of Word or a ZIP.
  if (text.trim() === "" || text.includes("\0")) throw new Refusal("bad_request", texts.import.unknown);
  if (isMjml(text)) throw new Refusal("bad_request", texts.import.mjml);
  // A mail may begin with a field, in whichever braces its product has.
  const parsed = /^\s*[{[]/.test(text) ? parsedJson(text) : null;
  if (parsed === null && !/^\s*\{\s*"/.test(text)) return { html: text, design: null };
  // Some tools save the design inside of the template that it belongs to.
  const stored = typeof parsed === "object" && parsed !== null && "design" in parsed ? parsed.design : parsed;
  if (readDesign(stored) === null) throw new Refusal("bad_request", texts.import.unknown);
  return { html: "", design: stored };
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
