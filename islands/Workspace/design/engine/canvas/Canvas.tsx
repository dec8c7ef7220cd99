import {
  memo,
  type ReactNode,
  type RefCallback,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { createPortal } from "react-dom";
import { designLimits } from "../../../../../contract/limits/design.ts";
import { rowsOf } from "../../../../../mail/design/areas.ts";
import type { Design } from "../../../../../mail/design/design.ts";
import { valueAt } from "../../../../../mail/design/valuePaths.ts";
import { bodyValuesOf, contentWidthPx, designStyles } from "../../../../../mail/drawing/designStyles.ts";
import type { Selection } from "../selection.ts";
import { styled } from "../settings/styled.ts";
import type { BlockActions } from "./CanvasBlock.tsx";
import { CanvasRow, type RowActions } from "./CanvasRow.tsx";
import { canvasStyles } from "./canvasStyles.ts";

/** The same as in `canvasStyles`. */
const phoneWidthPx = 375;

type Props = {
  design: Design;
  device: "desktop" | "phone";
  selection: Selection;
  editingId: string | null;
  actions: BlockActions;
  rowActions: RowActions;
  onSelectBody: () => void;
};

/** The mail, rendered by the same code as the mail that is sent, so that both look the same. */
export const Canvas = memo(function Canvas({
  design,
  device,
  selection,
  editingId,
  actions,
  rowActions,
  onSelectBody,
}: Props) {
  const bodyKey = JSON.stringify(design.body.values);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new body with the same values draws nothing anew.
  const bodyValues = useMemo(() => bodyValuesOf(design), [bodyKey]);
  const sheet = useMemo(() => {
    const { styles, phone } = designStyles(design);
    return [canvasStyles, ...styles, ...(device === "phone" ? phone : [])].join("\n");
  }, [design, device]);
  const fit = usePaperFit(device === "phone" ? phoneWidthPx : contentWidthPx(bodyValues));
  const family = valueAt(bodyValues, "fontFamily.value");
  const rows = rowsOf(design);
  const { headers } = design.body;
  const firstFooter = rows.length - design.body.footers.length;
  return (
    <Shadow className="editor-canvas" styles={sheet}>
      <div className="fit" ref={fit}>
        {/* With a keyboard, the page is selected from the settings. */}
        <div
          className="page"
          id="u_body"
          data-device={device}
          data-long={rows.length > designLimits.rowsDrawnWhole ? "" : undefined}
          onPointerDown={(event) => {
            if (event.target === event.currentTarget) onSelectBody();
          }}
          ref={styled({
            "background-color": String(bodyValues.backgroundColor ?? ""),
            color: String(bodyValues.textColor ?? ""),
            "font-family": typeof family === "string" ? family : "",
          })}
        >
          {rows.map((row, index) => {
            const holds = (id: string | null) =>
              row.columns.some(
                (column) => column.id === id || column.contents.some((block) => block.id === id),
              );
            const isHere = selection.id === row.id || holds(selection.id);
            return (
              <CanvasRow
                key={row.id}
                row={row}
                index={index}
                area={index < headers.length ? "headers" : index >= firstFooter ? "footers" : "rows"}
                bodyValues={bodyValues}
                selection={isHere ? selection : null}
                editingId={editingId !== null && holds(editingId) ? editingId : null}
                actions={actions}
                rowActions={rowActions}
              />
            );
          })}
          <div className="drop-line" hidden />
        </div>
      </div>
    </Shadow>
  );
});

/** A shadow root, which the site's styles do not reach, so that a mail looks as it will elsewhere. */
function Shadow({ className, styles, children }: { className: string; styles: string; children: ReactNode }) {
  const host = useRef<HTMLDivElement>(null);
  const [root, setRoot] = useState<ShadowRoot | null>(null);
  useLayoutEffect(() => {
    const element = host.current;
    if (element !== null) setRoot(element.shadowRoot ?? element.attachShadow({ mode: "open" }));
  }, []);
  useLayoutEffect(() => {
    if (root === null) return;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    root.adoptedStyleSheets = [sheet];
  }, [root, styles]);
  return (
    <div ref={host} className={className}>
      {root === null ? null : createPortal(children, root)}
    </div>
  );
}

/** The margin beside the page on each side, where the handles of rows are. */
const gutterPx = 34;
/** On narrower screens, handles overlap the mail. */
const narrowPx = 400;
const narrowGutterPx = 6;
const fitMin = 0.4;

/**
 * Scales the page down, as `--fit`, if there is not enough room for it: a mail keeps its width and its line breaks and is
 * never squeezed. For an element within a shadow root, whose host determines the available room.
 */
function usePaperFit(paperPx: number): RefCallback<HTMLElement> {
  return useCallback(
    (element) => {
      const root = element?.getRootNode();
      if (!element || !(root instanceof ShadowRoot)) return;
      const { host } = root;
      const fit = () => {
        const isNarrow = host.clientWidth < narrowPx;
        const gutter = isNarrow ? narrowGutterPx : gutterPx;
        const share = Math.min(1, (host.clientWidth - 2 * gutter) / paperPx);
        element.style.setProperty("--fit", String(Math.max(fitMin, Math.floor(share * 1000) / 1000)));
        element.style.setProperty("--gutter", `${gutter}px`);
        element.toggleAttribute("data-narrow", isNarrow);
      };
      fit();
      const observer = new ResizeObserver(fit);
      observer.observe(host);
      return () => observer.disconnect();
    },
    [paperPx],
  );
}
