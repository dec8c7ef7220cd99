import type { Editor } from "@tiptap/core";
import { useEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { editorTexts } from "../../../../../contract/texts/workspace/design/editor.ts";
import { useTexts } from "../../../../_data/useTexts.ts";
import { Button } from "../../../../_parts/Button.tsx";
import { Field } from "../../../../_parts/fields/Field.tsx";
import { isApple } from "../../../shell/isApple.ts";
import { wholeLink } from "../wholeLink.ts";
import { asksForLink } from "./linkKey.ts";

/** The link of the selected text. Its address is typed below the tools, and the text stays selected meanwhile. */
export function LinkTool({ editor }: { editor: Editor }) {
  const texts = useTexts(editorTexts);
  const [isAsking, setAsking] = useState(false);
  const { register, handleSubmit, reset } = useForm({ defaultValues: { href: "" } });
  const before = String(editor.getAttributes("link").href ?? "");
  const ask = () => {
    reset({ href: String(editor.getAttributes("link").href ?? "") });
    setAsking(true);
  };
  const latestAsk = useRef(ask);
  useEffect(() => {
    latestAsk.current = ask;
  });
  useEffect(() => {
    // Only one text is edited at a time, and these are its tools. It may not be on the page yet.
    const begin = () => latestAsk.current();
    document.addEventListener(asksForLink, begin);
    return () => document.removeEventListener(asksForLink, begin);
  }, []);
  const close = () => {
    setAsking(false);
    editor.commands.focus();
  };
  const apply = (href: string) => {
    const chain = editor.chain().focus().extendMarkRange("link");
    if (href === "") chain.unsetLink().run();
    else chain.setLink({ href: wholeLink(href), target: "_blank" }).run();
    close();
  };
  return (
    <>
      <button
        type="button"
        className="button"
        data-variant="quiet"
        aria-expanded={isAsking}
        title={texts.link.key(isApple())}
        // The press must not take the focus from the text, or its selection would be gone.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => {
          if (isAsking) return close();
          ask();
        }}
      >
        {texts.link.title}
      </button>
      {isAsking ? (
        <form
          className="editor-link"
          onSubmit={handleSubmit(({ href }) => apply(href.trim()))}
          onKeyDown={(event) => {
            if (event.key !== "Escape") return;
            event.stopPropagation();
            close();
          }}
        >
          <Field
            label={texts.link.address}
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            placeholder="https://"
            autoFocus
            {...register("href")}
          />
          <div className="actions">
            {before === "" ? null : <Button onClick={() => apply("")}>{texts.link.remove}</Button>}
            <Button type="submit">{texts.link.set}</Button>
          </div>
        </form>
      ) : null}
    </>
  );
}
