import type { Theme } from "./view.ts";

/** The files one page loads, as paths under `/static/`. */
export type PageFiles = {
  icon: string | undefined;
  fonts: readonly string[];
  styles: readonly string[];
  /** One for each island on the page; none on a page without islands. */
  scripts: readonly string[];
  /** What those scripts import, so that the browser fetches it in the same round trip. */
  preloads: readonly string[];
};

/** The whole document around a body that has been rendered already, because its islands decide what the head links. */
export function Document({
  title,
  description,
  theme,
  files,
  body,
}: {
  title: string;
  description: string;
  theme: Theme | undefined;
  files: PageFiles;
  body: string;
}) {
  return (
    <html lang="en" data-theme={theme}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <meta name="description" content={description} />
        <meta name="color-scheme" content={theme ?? "light dark"} />
        {files.icon === undefined ? null : <link rel="icon" type="image/svg+xml" href={files.icon} />}
        {files.fonts.map((href) => (
          <link key={href} rel="preload" as="font" type="font/woff2" crossOrigin="anonymous" href={href} />
        ))}
        {files.styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        {files.preloads.map((href) => (
          <link key={href} rel="modulepreload" href={href} />
        ))}
        {files.scripts.map((src) => (
          <script key={src} type="module" src={src} />
        ))}
      </head>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: React made this HTML a moment ago and escaped it. */}
      <body dangerouslySetInnerHTML={{ __html: body }} />
    </html>
  );
}
