import { useContext, useEffect, useId, useLayoutEffect, useMemo, useRef } from "react";
import { mailModeTexts } from "../../../../contract/texts/workspace/design/mailModes.ts";
import { previewWidthPx } from "../../../../mail/drawing/previewWidth.ts";
import { withoutFonts } from "../../../../mail/values/fonts.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { WorkspaceContext } from "../../shell/WorkspaceContext.ts";

const phoneWidthPx = 375;

/**
 * A mail on a page of its own. It is posted there, since the workspace's policy forbids the inline styles that mails
 * are made of, and `sandbox=""` takes scripts, forms, navigation and our origin away from it. Where the place for it
 * is narrower than the mail, it is drawn smaller, as wide as it would be: the page never scrolls sideways for it.
 */
export function PreviewFrame({
  html,
  device,
  title,
}: {
  html: string;
  device: "desktop" | "phone";
  title?: string;
}) {
  const texts = useTexts(mailModeTexts);
  const form = useRef<HTMLFormElement>(null);
  const stage = useRef<HTMLElement>(null);
  const name = useId();
  const sessionTurn = useContext(WorkspaceContext)?.sessionTurn ?? 0;
  const posted = useMemo(() => withoutFonts(html), [html]);
  const deskWidthPx = useMemo(() => previewWidthPx(html), [html]);
  const widthPx = device === "phone" ? phoneWidthPx : deskWidthPx;
  useEffect(() => {
    // A new session shows what was refused without one.
    if (posted !== "" && sessionTurn >= 0) form.current?.submit();
  }, [posted, sessionTurn]);
  useLayoutEffect(() => {
    const element = stage.current;
    if (element === null) return;
    const fit = () => {
      const { paddingLeft, paddingRight } = getComputedStyle(element);
      const room = element.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      const scale = room > 0 ? Math.min(1, room / widthPx) : 1;
      element.style.setProperty("--preview-scale", String(scale));
      element.style.setProperty("--preview-width", `${widthPx}px`);
    };
    fit();
    const observer = new ResizeObserver(fit);
    observer.observe(element);
    return () => observer.disconnect();
  }, [widthPx]);
  return (
    // It scrolls where the mail is longer than the place for it, and so must be within reach of the keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls.
    <section ref={stage} className="preview-stage" aria-label={title ?? texts.mail} tabIndex={0}>
      <form ref={form} method="post" action="/preview" target={name} encType="multipart/form-data" hidden>
        <input type="hidden" name="html" value={posted} readOnly />
      </form>
      <div className="preview-sheet">
        {/* A new frame each time: a frame's first page leaves no entry behind for the Back button. */}
        <iframe key={`${sessionTurn} ${posted}`} name={name} sandbox="" title={title ?? texts.frame} />
      </div>
    </section>
  );
}
