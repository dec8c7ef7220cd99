/** One number of a family; `suffix` is what its type adds to the name. */
export type Sample = { suffix?: string; labels?: Readonly<Record<string, string>>; value: number };

/** What one name stands for. A counter's samples are written with `_total`, as OpenMetrics wants it. */
export type Family = {
  name: string;
  type: "counter" | "gauge" | "histogram" | "info";
  help: string;
  samples: readonly Sample[];
};

export const openMetricsType = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/** Families as OpenMetrics 1.0 text, which Prometheus reads. */
export function openMetrics(families: readonly Family[]): string {
  return `${families.map(familyText).join("")}# EOF\n`;
}

function familyText({ name, type, help, samples }: Family): string {
  const ending = { counter: "_total", info: "_info", gauge: "", histogram: "" }[type];
  const lines = samples.map(
    ({ suffix = ending, labels = {}, value }) => `${name}${suffix}${labelsText(labels)} ${value}\n`,
  );
  return `# TYPE ${name} ${type}\n# HELP ${name} ${escaped(help)}\n${lines.join("")}`;
}

function labelsText(labels: Readonly<Record<string, string>>): string {
  const parts = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return parts.length === 0 ? "" : `{${parts.join(",")}}`;
}

function escaped(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll('"', '\\"');
}

type Histogram = {
  observe(seconds: number): void;
  samples(): Sample[];
};

/** Counts how often something took at most so long; each bound, from the shortest on, holds those before it too. */
export function createHistogram(boundsSeconds: readonly number[]): Histogram {
  const counts = new Array<number>(boundsSeconds.length + 1).fill(0);
  let sum = 0;
  return {
    observe(seconds) {
      const found = boundsSeconds.findIndex((bound) => seconds <= bound);
      const bucket = found === -1 ? boundsSeconds.length : found;
      counts[bucket] = (counts[bucket] ?? 0) + 1;
      sum += seconds;
    },
    samples() {
      let count = 0;
      const buckets = counts.map((one, index) => {
        count += one;
        const le = boundsSeconds[index]?.toString() ?? "+Inf";
        return { suffix: "_bucket", labels: { le }, value: count };
      });
      return [...buckets, { suffix: "_count", value: count }, { suffix: "_sum", value: sum }];
    },
  };
}
