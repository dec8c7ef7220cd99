import { installation } from "../en/terminal/installation.ts";
import type { InEachLanguage } from "../language.ts";

export type { SettingFault, SettingRule } from "../en/terminal/installation/settings.ts";

export type InstallationTexts = typeof installation;
export const installationTexts: InEachLanguage<InstallationTexts> = { en: installation };
