import { createContext, useContext } from "react";
import { themes } from "./shell/view.ts";

/** Where each picture is served, by the name of its file in `pages/pictures`. */
export const PictureContext = createContext<ReadonlyMap<string, string>>(new Map());

type Size = { width: number; height: number };

/**
 * A picture of the product in both themes; the one that is not shown is not loaded. `phone` is the size of a further
 * pair, called `NAME-phone-THEME`, which narrow screens get instead. Nothing where the pictures were not built.
 */
export function Picture({
  name,
  alt,
  size,
  phone,
}: {
  name: string;
  alt: string;
  /** In CSS pixels; the file has one and a half times as many. */
  size: Size;
  phone?: Size;
}) {
  const pictures = useContext(PictureContext);
  return themes.map((theme) => {
    const src = pictures.get(`${name}-${theme}`);
    const phoneSrc = phone === undefined ? undefined : pictures.get(`${name}-phone-${theme}`);
    if (src === undefined) return null;
    return (
      <picture key={theme} className="picture" data-only={theme}>
        {phoneSrc === undefined ? null : (
          <source media="(width < 40rem)" srcSet={phoneSrc} width={phone?.width} height={phone?.height} />
        )}
        <img src={src} alt={alt} {...size} loading="lazy" decoding="async" />
      </picture>
    );
  });
}
