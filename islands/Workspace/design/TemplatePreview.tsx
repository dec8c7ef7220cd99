import { useEffect, useId, useRef, useState } from "react";
import { limits } from "../../../contract/limits.ts";
import { fillIn } from "../../../contract/mergeFields.ts";

const sample = {
  firstName: "Ann",
  lastName: "Lee",
  email: "ann@example.com",
  phone: "555 0100",
  unsubscribeUrl: "#",
};

/**
 * The mail as an invented lead would get it, once nobody has typed for a moment. It is posted to a page of its own,
 * since the workspace's policy forbids the inline styles that mails are made of, and `sandbox=""` takes scripts,
 * forms, navigation and our origin away from it.
 */
export function TemplatePreview({ html }: { html: string }) {
  const form = useRef<HTMLFormElement>(null);
  const name = useId();
  const [shown, setShown] = useState("");

  useEffect(() => {
    const timer = setTimeout(() => setShown(html), shown === "" ? 0 : limits.screen.searchPauseMs);
    return () => clearTimeout(timer);
  }, [html, shown]);
  const tooLarge = html.length > limits.body.jsonBytes;
  useEffect(() => {
    if (shown !== "" && !tooLarge) form.current?.submit();
  }, [shown, tooLarge]);

  return (
    <figure className="preview">
      <figcaption>Preview, as Ann Lee would get it</figcaption>
      <form ref={form} method="post" action="/preview" target={name} encType="multipart/form-data" hidden>
        <input type="hidden" name="html" value={fillIn(shown, sample, { escape: "html" })} readOnly />
      </form>
      {tooLarge ? (
        <p className="muted">This template is too large to be previewed here.</p>
      ) : (
        // A new frame each time: a frame's first page leaves no entry behind for the Back button.
        <iframe key={shown} name={name} sandbox="" title="Preview of the template" />
      )}
    </figure>
  );
}
