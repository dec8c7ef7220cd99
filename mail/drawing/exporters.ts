import * as unlayer from "@unlayer/exporters";
import { type Values, valuesOf } from "../design/design.ts";

/** Draws one part of a mail; what its arguments are depends on the part. */
type Exporter = { email: (...given: unknown[]) => string };
type Head = { css?: (...given: unknown[]) => string; tags?: (...given: unknown[]) => string[] };

const parts = unlayer as unknown as Record<string, unknown>;
const heads = unlayer.heads as Record<string, Head | undefined>;

/** The exporter of a block type, undefined for a type that this version does not know. */
export function exporterOf(name: string): Exporter | undefined {
  const found = Object.hasOwn(unlayer.exporters, name) ? parts[`${name}Exporters`] : undefined;
  return found as Exporter | undefined;
}

/** As above, for the parts that every version has. */
export function frameExporter(name: "Body" | "Row" | "Column" | "Content"): Exporter {
  const found = exporterOf(name);
  if (found === undefined) throw new Error(`The exporters have no ${name}`);
  return found;
}

export function defaultsOf(name: string): Values {
  const own = ownDefaults[name] ?? {};
  return { ...valuesOf(parts[`${name}Defaults`]), ...own };
}

/** Unlayer's own examples name pictures on its servers; ours are empty until somebody chooses one. */
const ownDefaults: Record<string, Values> = {
  Image: { src: { url: "", width: 600, height: 200 } },
  Timer: { countdown: {} },
  Html: { html: "" },
};

export function headOf(name: string): Head | undefined {
  return heads[name];
}

/** The exporter that draws a type of block: `"heading"` becomes `Heading`, `"custom_block"` becomes `CustomBlock`. */
export function exporterName(type: string): string {
  return type
    .split("_")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}
