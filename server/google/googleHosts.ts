import type { Settings } from "../settings/settings.ts";

export type GoogleSettings = NonNullable<Settings["google"]>;

/** Where Google sends people back to; a page, not a call of the API. */
export const googleCallbackPath = "/auth/google/callback";

/** Where Google is asked for what; a stand-in's origin takes the place of them all. */
export function googleHosts({ baseUrl }: Pick<GoogleSettings, "baseUrl">) {
  return {
    consent: `${baseUrl ?? "https://accounts.google.com"}/o/oauth2/v2/auth`,
    token: `${baseUrl ?? "https://oauth2.googleapis.com"}/token`,
    revoke: `${baseUrl ?? "https://oauth2.googleapis.com"}/revoke`,
    gmail: `${baseUrl ?? "https://gmail.googleapis.com"}/`,
  };
}
