const ownDarkStyles = /@media[^{]*prefers-color-scheme\s*:\s*dark/i;

/** How a mail is shown in dark mode: by its own styles, or by those of the mail program. */
type DarkKind = "own" | "recoloured";

/**
 * A mail as programs in dark mode show it. A frame cannot be told to prefer dark, so the mail's own rules for it are
 * made to hold; a mail without any is turned over in brightness, as Gmail and Outlook do on telephones.
 */
export function darkMail(html: string): { html: string; kind: DarkKind } {
  if (ownDarkStyles.test(html)) {
    const chosen = html
      .replaceAll(/\(\s*prefers-color-scheme\s*:\s*dark\s*\)/gi, "(min-width: 0)")
      .replaceAll(/\(\s*prefers-color-scheme\s*:\s*light\s*\)/gi, "(max-width: 0)");
    return { html: `${chosen}<style>:root{color-scheme:dark}</style>`, kind: "own" };
  }
  // Pictures are turned twice, and so keep their colours.
  const turned =
    "<style>html{background:#fff;filter:invert(.9) hue-rotate(180deg)}body{min-height:100vh}img{filter:invert(1) hue-rotate(180deg)}</style>";
  return { html: html + turned, kind: "recoloured" };
}
