import type { Settings } from "../settings/settings.ts";

export type MicrosoftSettings = NonNullable<Settings["microsoft"]>;

/** Where Microsoft sends people back to; a page, not a call of the API. */
export const microsoftCallbackPath = "/auth/microsoft/callback";

/** Where Microsoft is asked for what; a stand-in's origin takes the place of them all. */
export function microsoftHosts({ baseUrl, tenant }: Pick<MicrosoftSettings, "baseUrl" | "tenant">) {
  const signIn = baseUrl ?? "https://login.microsoftonline.com";
  return {
    consent: `${signIn}/${tenant}/oauth2/v2.0/authorize`,
    token: `${signIn}/${tenant}/oauth2/v2.0/token`,
    keys: `${signIn}/${tenant}/discovery/v2.0/keys`,
    /** What an ID token says its maker is, for somebody of this tenant; it has the tenant's id, never a name. */
    issuerOf: (tenantId: string) => `${signIn}/${tenantId}/v2.0`,
    sendMail: `${baseUrl ?? "https://graph.microsoft.com"}/v1.0/me/sendMail`,
  };
}
