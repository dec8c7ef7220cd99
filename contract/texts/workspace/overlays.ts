import { overlays } from "../en/workspace/overlays.ts";
import type { InEachLanguage } from "../language.ts";

export type OverlayTexts = typeof overlays;
export const overlayTexts: InEachLanguage<OverlayTexts> = { en: overlays };
