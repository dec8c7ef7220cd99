import { type KeyboardEvent, useEffect, useRef } from "react";
import { partTexts } from "../../../contract/texts/parts.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { neighbour } from "../neighbour.ts";

const halfHours = Array.from({ length: 48 }, (_, at) =>
  [Math.floor(at / 2), (at % 2) * 30].map((part) => String(part).padStart(2, "0")).join(":"),
);

/** The half hours of a day, as the reader writes them. Any other time can be typed into the field. */
export function TimeList({
  value,
  begins = false,
  onPick,
}: {
  /** "14:30"; "" if there is none. */
  value: string;
  /** Whether it takes the focus when it opens. */
  begins?: boolean;
  onPick: (time: string) => void;
}) {
  const texts = useTexts(partTexts).dates;
  const list = useRef<HTMLDivElement>(null);
  const current = halfHours.findLast((time) => time <= (value || "09:00")) ?? "00:00";
  useEffect(() => {
    const chosen = list.current?.querySelector<HTMLElement>('[tabindex="0"]');
    if (begins) chosen?.focus();
    else if (list.current && chosen) list.current.scrollTop = chosen.offsetTop - list.current.offsetTop - 80;
  }, [begins]);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>("button")];
    const next = neighbour(event.key, all, document.activeElement as HTMLElement);
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
  };
  return (
    <div ref={list} className="time-list" role="listbox" aria-label={texts.times} onKeyDown={onKeyDown}>
      {halfHours.map((time) => (
        <button
          key={time}
          type="button"
          role="option"
          aria-selected={time === value.slice(0, 5)}
          tabIndex={time === current ? 0 : -1}
          onClick={() => onPick(time)}
        >
          {new Intl.DateTimeFormat(navigator.language, { timeStyle: "short", timeZone: "UTC" }).format(
            new Date(`1970-01-01T${time}:00Z`),
          )}
        </button>
      ))}
    </div>
  );
}
