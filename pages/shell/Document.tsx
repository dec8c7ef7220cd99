import type { Language } from "../../contract/texts/language.ts";
import { siteTexts } from "../../contract/texts/pages/shell.ts";
import { useTexts } from "../../islands/_data/useTexts.ts";
import { themeColors } from "../../islands/_runtime/themeColors.ts";
import type { Theme } from "./view.ts";

/** The files one page loads, as paths under `/static/`. */
export type PageFiles = {
  icon: string | undefined;
  touchIcon: string | undefined;
  fonts: readonly string[];
  styles: readonly string[];
  /** Runs before the first paint, on every page. */
  siteScript: string | undefined;
  /** One for each island on the page; none on a page without islands. */
  scripts: readonly string[];
  /** What those scripts import, so that the browser fetches it in the same round trip. */
  preloads: readonly string[];
};

type Described = {
  title: string;
  description: string;
  /** The page's address for search engines, which otherwise leave it out. */
  canonical: string | undefined;
  publicUrl: string;
  socialPicture: string | undefined;
};

/** The whole document around a body that has been rendered already, because its islands decide what the head links. */
export function Document({
  language,
  theme,
  signedIn,
  files,
  body,
  ...described
}: Described & {
  language: Language;
  theme: Theme | undefined;
  signedIn: boolean;
  files: PageFiles;
  body: string;
}) {
  return (
    <html lang={language} data-theme={theme} data-signed-in={signedIn ? true : undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content={theme ?? "light dark"} />
        {(["light", "dark"] as const).map((scheme) => (
          <meta
            key={scheme}
            name="theme-color"
            media={`(prefers-color-scheme: ${scheme})`}
            content={themeColors[theme ?? scheme]}
          />
        ))}
        <Files files={files} />
        <Description {...described} />
      </head>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: React made this HTML a moment ago and escaped it. */}
      <body dangerouslySetInnerHTML={{ __html: body }} />
    </html>
  );
}

function Files({ files }: { files: PageFiles }) {
  return (
    <>
      {files.fonts.map((href) => (
        <link key={href} rel="preload" as="font" type="font/woff2" crossOrigin="anonymous" href={href} />
      ))}
      {files.styles.map((href) => (
        <link key={href} rel="stylesheet" href={href} />
      ))}
      {/* Not deferred: the remembered theme must be in force before anything is painted. */}
      {files.siteScript === undefined ? null : <script src={files.siteScript} />}
      {/* The HTML reads without them, so they wait behind what paints it: styles and fonts. */}
      {files.preloads.map((href) => (
        <link key={href} rel="modulepreload" href={href} fetchPriority="low" />
      ))}
      {files.scripts.map((src) => (
        <script key={src} type="module" src={src} fetchPriority="low" />
      ))}
      {files.icon === undefined ? null : <link rel="icon" type="image/svg+xml" href={files.icon} />}
      {files.touchIcon === undefined ? null : <link rel="apple-touch-icon" href={files.touchIcon} />}
      <link rel="manifest" href="/manifest.webmanifest" />
    </>
  );
}

/** What search engines, and whoever shows a link to the page, are told (ogp.me). */
function Description({ title, description, canonical, publicUrl, socialPicture }: Described) {
  const texts = useTexts(siteTexts);
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      {canonical === undefined ? (
        <meta name="robots" content="noindex" />
      ) : (
        <>
          <link rel="canonical" href={canonical} />
          <meta property="og:type" content="website" />
          <meta property="og:site_name" content="Amplify" />
          <meta property="og:title" content={title} />
          <meta property="og:description" content={description} />
          <meta property="og:url" content={canonical} />
        </>
      )}
      {canonical === undefined || socialPicture === undefined ? null : (
        <>
          <meta property="og:image" content={publicUrl + socialPicture} />
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
          <meta property="og:image:alt" content={texts.socialPicture} />
          <meta name="twitter:card" content="summary_large_image" />
        </>
      )}
    </>
  );
}
