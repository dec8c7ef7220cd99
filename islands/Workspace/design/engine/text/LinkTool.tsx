import type { Editor } from "@tiptap/core";
import { useState } from "react";
import { Button } from "../../../../_parts/Button.tsx";
import { Field } from "../../../../_parts/fields/Field.tsx";

const starts = /^(https?:|mailto:|tel:|\{\{|#)/i;

/** Where the chosen text leads: its address is asked for below the tools, and the text stays chosen meanwhile. */
export function LinkTool({ editor }: { editor: Editor }) {
  const [asked, setAsked] = useState<string | null>(null);
  const before = String(editor.getAttributes("link").href ?? "");
  const close = () => {
    setAsked(null);
    editor.commands.focus();
  };
  const apply = (href: string) => {
    const chain = editor.chain().focus().extendMarkRange("link");
    if (href === "") chain.unsetLink().run();
    else chain.setLink({ href: starts.test(href) ? href : `https://${href}`, target: "_blank" }).run();
    close();
  };
  return (
    <>
      <button
        type="button"
        className="button"
        data-variant="quiet"
        aria-expanded={asked !== null}
        // The press must not take the focus from the text, or its selection would be gone.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => (asked === null ? setAsked(before) : close())}
      >
        Link
      </button>
      {asked === null ? null : (
        <form
          className="editor-link"
          onSubmit={(event) => {
            event.preventDefault();
            apply(asked.trim());
          }}
          onKeyDown={(event) => {
            if (event.key !== "Escape") return;
            event.stopPropagation();
            close();
          }}
        >
          <Field
            label="Address of the link"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            placeholder="https://"
            autoFocus
            value={asked}
            onChange={(event) => setAsked(event.target.value)}
          />
          <div className="actions">
            {before === "" ? null : <Button onClick={() => apply("")}>Remove link</Button>}
            <Button type="submit" variant="primary">
              Set link
            </Button>
          </div>
        </form>
      )}
    </>
  );
}
