import { designLimits } from "../../contract/limits/design.ts";

/**
 * How wide a frame shows the desktop's form of a mail: what the mail is wide, by its own words, and some paper beside
 * it. A mail turns into its phone's form at a width that its rules for screens name, which is about its own.
 */
export function previewWidthPx(html: string, leastPx: number = designLimits.preview.deskPixels): number {
  const { paperPixels, widestPixels } = designLimits.preview;
  let widest = 0;
  for (const [, inAttribute, inStyle] of html.matchAll(widths)) {
    const pixels = Number(inAttribute ?? inStyle ?? 0);
    if (pixels <= widestPixels) widest = Math.max(widest, pixels);
  }
  return Math.max(leastPx, widest + paperPixels);
}

/**
 * The mail for a small picture: a frame that cannot know what it will show is wide enough for any mail, so that each
 * is in its desktop's form, and the mail is made as large as the frame.
 */
export function asPicture(html: string): string {
  const { picturePixels, picturedPixels } = designLimits.preview;
  const zoom = picturePixels / previewWidthPx(html, picturedPixels);
  return `${html}<style>html{zoom:${zoom.toFixed(3)}}</style>`;
}

/** A table's width, and the most that a style or a rule for screens gives; pictures are passed over. */
const widths =
  /<img\b[^<>]*>|<table\b[^<>]{0,1000}?\swidth\s*=\s*["']?(\d{1,5})(?:px)?["'\s>]|max-width\s*:\s*(\d{1,5})px/gi;
