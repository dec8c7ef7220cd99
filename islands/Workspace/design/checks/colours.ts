/** Red, green and blue, each 0 to 255. */
export type Colour = readonly [number, number, number];

const names: Record<string, Colour> = {
  black: [0, 0, 0],
  white: [255, 255, 255],
  gray: [128, 128, 128],
  grey: [128, 128, 128],
  silver: [192, 192, 192],
  red: [255, 0, 0],
  green: [0, 128, 0],
  blue: [0, 0, 255],
  yellow: [255, 255, 0],
};

/** Parses a CSS colour: "transparent" shows what is behind it, null cannot be evaluated. */
export function readColour(text: string): Colour | "transparent" | null {
  const value = text
    .replace(/!important/i, "")
    .trim()
    .toLowerCase();
  if (value === "transparent" || value === "none" || /^rgba\(.*,\s*0(\.0+)?\s*\)$/.test(value))
    return "transparent";
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/.exec(value)?.[1];
  if (hex !== undefined) {
    const pairs = hex.length === 3 ? [...hex].map((digit) => digit + digit) : (hex.match(/../g) ?? []);
    const [red = 0, green = 0, blue = 0] = pairs.map((pair) => Number.parseInt(pair, 16));
    return [red, green, blue];
  }
  const parts = /^rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})(?:[\s,/]+1(?:\.0+)?)?\s*\)$/.exec(value);
  if (parts !== null) return [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  return names[value] ?? null;
}

/** As a colour picker takes it, `#rrggbb`: null for nothing that can be seen. */
export function hexOf(text: string): string | null {
  const colour = readColour(text);
  if (colour === null || colour === "transparent") return null;
  return `#${colour.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

/** The contrast ratio of two colours, 1 to 21 (WCAG 2.2). */
export function contrastRatio({ text, ground }: { text: Colour; ground: Colour }): number {
  const [darker = 0, lighter = 0] = [luminance(text), luminance(ground)].sort((one, other) => one - other);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
