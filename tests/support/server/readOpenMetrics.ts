export type ReadFamily = {
  type: string;
  help: string;
  samples: { name: string; labels: Record<string, string>; value: number }[];
};

/** Which endings a sample's name may have beyond its family's, by the family's type (OpenMetrics 1.0). */
const endings: Readonly<Record<string, readonly string[]>> = {
  counter: ["_total"],
  gauge: [""],
  info: ["_info"],
  histogram: ["_bucket", "_count", "_sum"],
};

/** A small reader of OpenMetrics, strict in what the text may hold. @throws {Error} that quotes the line that is wrong. */
export function readOpenMetrics(text: string): Map<string, ReadFamily> {
  const families = new Map<string, ReadFamily>();
  const lines = text.split("\n");
  if (lines.splice(-2).join("\n") !== "# EOF\n") throw new Error("the text does not end with # EOF");
  let name = "";
  for (const line of lines) {
    const [, kind = "", of = "", rest = ""] = /^# (TYPE|HELP) ([a-z_]+) (.+)$/.exec(line) ?? [];
    const family = families.get(name);
    if (kind === "TYPE") {
      if (families.has(of) || !Object.hasOwn(endings, rest)) throw new Error(line);
      families.set(of, { type: rest, help: "", samples: [] });
      name = of;
    } else if (kind === "HELP") {
      if (family === undefined || of !== name) throw new Error(line);
      family.help = rest;
    } else if (family !== undefined) family.samples.push(sampleIn(line, { name, type: family.type }));
    else throw new Error(line);
  }
  return families;
}

function sampleIn(line: string, family: { name: string; type: string }) {
  const [, name = "", written = "", number = ""] =
    /^([a-z_]+)(?:\{((?:[a-z]+="(?:[^"\\]|\\.)*",?)*)\})? (-?[0-9.e+-]+)$/.exec(line) ?? [];
  const allowed = endings[family.type]?.map((ending) => family.name + ending) ?? [];
  if (!allowed.includes(name) || !Number.isFinite(Number(number))) throw new Error(line);
  const labels = Object.fromEntries(
    Array.from(written.matchAll(/([a-z]+)="((?:[^"\\]|\\.)*)"/g), ([, key = "", value = ""]) => [key, value]),
  );
  return { name, labels, value: Number(number) };
}
