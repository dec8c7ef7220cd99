import { useEffect, useRef, useState } from "react";
import type uPlot from "uplot";
import { watchingTexts } from "../../../../contract/texts/workspace/watching.ts";
import { momentsHere } from "../../../_data/momentsHere.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { isolatedPoints } from "./isolatedPoints.ts";

export type Series = {
  name: string;
  /** One for each place on the axis below; null where nothing is said. */
  values: readonly (number | null)[];
  /** The name of a colour's property, such as "--sent". */
  colour: string;
  /** Drawn as a line of dashes: what is not people, or is told apart. */
  dashed?: boolean;
  /** Drawn as bars, within an edge of another colour: the bars may be pale so that lines are seen over them. */
  bars?: { edge: string };
};

const heightPx = 220;

/**
 * A plot that fits its place, in the colours of the theme. It is a picture: whoever shows it says the same in a table.
 * Nothing in it moves by itself. The library comes with the first plot.
 */
export function Plot({
  label,
  at,
  isTime,
  series,
  unit,
}: {
  label: string;
  /** Places on the axis below, growing: milliseconds, or numbers. */
  at: readonly number[];
  isTime: boolean;
  series: readonly Series[];
  /** What a number on the axis below is called. */
  unit?: (value: number) => string;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const [isLost, setLost] = useState(false);
  const { plotLost } = useTexts(watchingTexts).times;
  useEffect(() => {
    const element = frame.current;
    if (element === null || at.length === 0) return;
    const data: uPlot.AlignedData = [
      isTime ? at.map((ms) => ms / 1000) : [...at],
      ...series.map(({ values }) => [...values]),
    ];
    let plot: uPlot | null = null;
    let library: typeof uPlot | null = null;
    const draw = () => {
      plot?.destroy();
      plot =
        library === null
          ? null
          : new library(optionsOf({ library, element, isTime, series, unit }), data, element);
    };
    let isLeft = false;
    void import("uplot").then(
      (loaded) => {
        library = isLeft ? null : loaded.default;
        draw();
      },
      () => setLost(true),
    );
    const sizes = new ResizeObserver(() => plot?.setSize({ width: element.clientWidth, height: heightPx }));
    sizes.observe(element);
    // The colours are drawn in, so another theme is another drawing.
    const themes = new MutationObserver(draw);
    themes.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    // Paper is light whatever the theme.
    const others = ["(prefers-color-scheme: dark)", "print"].map((query) => window.matchMedia(query));
    for (const media of others) media.addEventListener("change", draw);
    return () => {
      isLeft = true;
      library = null;
      sizes.disconnect();
      themes.disconnect();
      for (const media of others) media.removeEventListener("change", draw);
      plot?.destroy();
    };
  }, [at, isTime, series, unit]);
  if (isLost) return <p className="muted">{plotLost}</p>;
  return <div ref={frame} className="plot" role="img" aria-label={label} />;
}

type Drawn = {
  library: typeof uPlot;
  element: HTMLElement;
  isTime: boolean;
  series: readonly Series[];
  unit: ((value: number) => string) | undefined;
};

function optionsOf({ library, element, isTime, series, unit }: Drawn): uPlot.Options {
  const colour = (name: string) => resolved(element, name);
  const [line, ink] = [colour("--line"), colour("--ink-muted")];
  const axis: uPlot.Axis = {
    stroke: ink,
    font: fontOf(element),
    grid: { stroke: line, width: 1 },
    ticks: { show: false },
  };
  const { bars, spline } = library.paths;
  return {
    width: element.clientWidth,
    height: heightPx,
    legend: { show: false },
    cursor: { drag: { x: false, y: false }, points: { size: 7 } },
    scales: { x: { time: isTime }, y: { range: (_, _low, high) => [0, Math.max(1, high * 1.08)] } },
    axes: [
      {
        // Its first label is not to touch the nought beside it.
        ...axis,
        grid: { show: false },
        space: 70,
        gap: 10,
        incrs: isTime ? timeSteps : wholeSteps,
        values: (_, splits, _axis, _space, step) =>
          unit === undefined
            ? splits.map((at, index) => momentText(at * 1000, step, index === 0))
            : splits.map(unit),
      },
      { ...axis, size: 46, values: (_, splits) => splits.map(numberText), incrs: wholeSteps },
    ],
    series: [
      {},
      ...series.map((one): uPlot.Series => {
        const fill = colour(one.colour);
        const stroke = one.bars ? colour(one.bars.edge) : fill;
        const paths = one.bars ? bars?.({ size: [0.8, 24] }) : spline?.();
        return {
          label: one.name,
          stroke,
          width: one.bars ? 1 : 2,
          points: one.bars ? { show: false } : pointsOf(one.values, fill),
          ...(one.bars ? { fill } : {}),
          ...(one.dashed ? { dash: [4, 4] } : {}),
          ...(paths === undefined ? {} : { paths }),
        };
      }),
    ],
  };
}

function pointsOf(values: Series["values"], fill: string): uPlot.Series.Points {
  const alone = isolatedPoints(values);
  return { show: alone.length > 0, filter: () => alone, size: 8, fill };
}

const minuteS = 60;
/** What is counted is counted by the minute, and the clock says no seconds: each place on the axis has words of its own. */
const timeSteps = [
  ...[1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720].map((minutes) => minutes * minuteS),
  ...[1, 2, 3, 7, 14, 28, 56, 91, 182, 364].map((days) => days * 24 * 60 * minuteS),
];

const clock = (at: Date | number) => momentsHere({ hour: "numeric", minute: "2-digit" }).format(at);
const day = (at: Date | number) => momentsHere({ day: "numeric", month: "short" }).format(at);
const dayS = 86_400;

/** A day, or the time of day; where a day begins, and at the left end, also which. */
function momentText(at: number, stepS: number, isFirst: boolean): string {
  if (stepS >= dayS) return day(at);
  const date = new Date(at);
  const isMidnight = date.getHours() === 0 && date.getMinutes() === 0;
  if (isMidnight) return day(at);
  return isFirst ? `${clock(at)}\n${day(at)}` : clock(at);
}

/** Mails are counted whole, and so are the hours since the first. */
const wholeSteps = [1, 2, 5]
  .flatMap((step) => Array.from({ length: 8 }, (_, power) => step * 10 ** power))
  .sort((a, b) => a - b);

const compact = new Intl.NumberFormat("en", { notation: "compact" });
const numberText = (value: number): string => compact.format(value);

/** In parts: where colours are forced, Chromium has no word for the whole of it. */
function fontOf(element: HTMLElement): string {
  const { fontWeight, fontSize, fontFamily } = getComputedStyle(element);
  return `${fontWeight} ${fontSize} ${fontFamily}`;
}

/** What a property comes to here and now: a canvas knows no properties. */
function resolved(element: HTMLElement, name: string): string {
  const probe = document.createElement("span");
  probe.style.color = `var(${name})`;
  element.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
