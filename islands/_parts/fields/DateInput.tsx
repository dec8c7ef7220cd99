import { type ComponentProps, type KeyboardEvent, useId, useRef, useState } from "react";
import { partTexts } from "../../../contract/texts/parts.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { withStyles } from "../../_runtime/withStyles.ts";
import { useBesideControl } from "../floating/useBesideControl.ts";
import { Icon } from "../Icon.tsx";
import { later } from "../later.tsx";
import type { DateInputType } from "./DatePanel.tsx";

type DateInputProps = Omit<ComponentProps<"input">, "type"> & { type: DateInputType };

/** The calendar and the list of times, loaded when one is first opened. */
const DatePanel = later(() => withStyles("dates", () => import("./DatePanel.tsx")));

/**
 * A day, a time or both: typed into the browser's own field, in its language and for every screen reader, or chosen from
 * our calendar (WAI-ARIA, date picker dialog pattern). On touch screens the system's own picker is used, and also in
 * browsers whose own calendar cannot be replaced.
 */
export function DateInput({ type, ...input }: DateInputProps) {
  const texts = useTexts(partTexts).dates;
  const id = useId();
  const frame = useRef<HTMLSpanElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  useBesideControl(panel, { align: "end" });
  const field = () => frame.current?.querySelector("input") ?? null;
  const isOurs = () => (frame.current?.querySelector("button")?.offsetWidth ?? 0) > 0;

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const opens = event.key === "F4" || (event.altKey && event.key === "ArrowDown");
    if (!opens || !isOurs()) return;
    event.preventDefault();
    panel.current?.showPopover();
  };
  return (
    <span ref={frame} className="date-input">
      <input className="input" type={type} onKeyDown={onKeyDown} {...input} />
      <button
        type="button"
        className="date-open"
        popoverTarget={id}
        aria-haspopup="dialog"
        aria-label={texts.open[type]}
        disabled={input.disabled || input.readOnly}
      >
        <Icon size={16} path={type === "time" ? clock : calendar} />
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={texts.open[type]}
        className="menu date-panel"
        onToggle={(event) => setOpen(event.newState === "open")}
      >
        {open ? (
          <DatePanel
            type={type}
            value={field()?.value ?? ""}
            min={field()?.min ?? ""}
            max={field()?.max ?? ""}
            onGive={(value, isDone) => {
              give(field(), value);
              if (isDone) panel.current?.hidePopover();
            }}
          />
        ) : null}
      </div>
    </span>
  );
}

/** Sets the value as if it had been typed, so that both controlled and uncontrolled fields notice it. */
function give(input: HTMLInputElement | null, value: string): void {
  if (input === null) return;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, value);
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

const calendar = "M4 6h16v14H4ZM4 10h16M8 3v4M16 3v4";
const clock = "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 7v5l3 2";
