import { device } from "./en/device.ts";
import type { InEachLanguage } from "./language.ts";

export type DeviceTexts = typeof device;
export const deviceTexts: InEachLanguage<DeviceTexts> = { en: device };
