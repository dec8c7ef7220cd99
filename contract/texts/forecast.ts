import { forecast } from "./en/forecast.ts";
import type { InEachLanguage } from "./language.ts";

export type ForecastTexts = typeof forecast;
export const forecastTexts: InEachLanguage<ForecastTexts> = { en: forecast };
