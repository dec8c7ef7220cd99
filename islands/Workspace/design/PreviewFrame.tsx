import { useEffect, useId, useRef } from "react";

/**
 * A mail on a page of its own. It is posted there, since the workspace's policy forbids the inline styles that mails
 * are made of, and `sandbox=""` takes scripts, forms, navigation and our origin away from it.
 */
export function PreviewFrame({ html, device }: { html: string; device: "desktop" | "phone" }) {
  const form = useRef<HTMLFormElement>(null);
  const name = useId();
  useEffect(() => {
    if (html !== "") form.current?.submit();
  }, [html]);
  return (
    // It scrolls where the mail is wider than the place for it, and so must be within reach of the keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls.
    <section className="preview-stage" aria-label="Mail" tabIndex={0}>
      <form ref={form} method="post" action="/preview" target={name} encType="multipart/form-data" hidden>
        <input type="hidden" name="html" value={html} readOnly />
      </form>
      {/* A new frame each time: a frame's first page leaves no entry behind for the Back button. */}
      <iframe key={html} name={name} sandbox="" title="Preview of the template" data-device={device} />
    </section>
  );
}
