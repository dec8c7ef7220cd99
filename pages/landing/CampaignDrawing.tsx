import { landingTexts } from "../../contract/texts/pages/landing.ts";
import { useTexts } from "../../islands/_data/useTexts.ts";
import { Badge } from "../../islands/_parts/Badge.tsx";

const barCount = 96;
const pitch = 10;
const heightMax = 240;

type Outcome = "sent" | "waiting" | "failed" | "uncertain" | "skipped";

/** Which bars are not simply sent. They stand where exceptions stand in a real send: anywhere. */
const exceptions: Readonly<Record<number, Outcome>> = {
  17: "skipped",
  29: "failed",
  46: "skipped",
  58: "uncertain",
  71: "failed",
  80: "skipped",
  93: "waiting",
  94: "waiting",
  95: "waiting",
};

/** The rising waveform of the mark, drawn long: one campaign, a bar for each message, coloured by its outcome. */
export function CampaignDrawing() {
  const texts = useTexts(landingTexts);
  const bars = Array.from({ length: barCount }, (_, index) => ({
    outcome: exceptions[index] ?? ("sent" as const),
    line: `M${index * pitch + pitch / 2} ${heightMax - 4}V${heightMax - heightOf(index)}`,
  }));
  const count = (outcome: Outcome) => bars.filter((bar) => bar.outcome === outcome).length;
  const path = (outcome: Outcome) =>
    bars.flatMap((bar) => (bar.outcome === outcome ? [bar.line] : [])).join("");

  return (
    <figure className="drawing">
      <svg viewBox={`0 0 ${barCount * pitch} ${heightMax}`} preserveAspectRatio="none" aria-hidden="true">
        {(["sent", "skipped", "failed", "uncertain", "waiting"] as const).map((outcome) => (
          <path key={outcome} data-outcome={outcome} d={path(outcome)} />
        ))}
      </svg>
      <figcaption>
        <span>{texts.drawing.caption(barCount)}</span>
        <span className="drawing-legend">
          <Badge status="sent">{texts.drawing.sent(count("sent"))}</Badge>
          <Badge status="waiting">{texts.drawing.waiting(count("waiting"))}</Badge>
          <Badge status="failed">{texts.drawing.failed(count("failed"))}</Badge>
          <Badge status="uncertain">{texts.drawing.uncertain(count("uncertain"))}</Badge>
          <Badge>{texts.drawing.skipped(count("skipped"))}</Badge>
        </span>
      </figcaption>
    </figure>
  );
}

/** Rises from left to right, with the unevenness of something spoken. */
function heightOf(index: number): number {
  const rise = 0.12 + 0.88 * (index / (barCount - 1)) ** 1.35;
  const voice = Math.abs(Math.sin(index * 0.83) * 0.6 + Math.sin(index * 0.31 + 1) * 0.4);
  return Math.round((heightMax - 12) * rise * (0.42 + 0.58 * voice)) + 4;
}
