import { doctorTexts } from "../../contract/texts/terminal/doctor.ts";
import { inTexts } from "../core/inWords.ts";
import { googleCallbackPath } from "../google/googleHosts.ts";
import { connectScopes, signInScopes } from "../google/googleScopes.ts";
import { microsoftCallbackPath } from "../microsoft/microsoftHosts.ts";
import { microsoftScopes } from "../microsoft/microsoftScopes.ts";
import type { Settings } from "../settings/settings.ts";
import type { Finding } from "./finding.ts";

/** What has to stand at Google and Microsoft for this installation's clients there, and what is set up by half. */
export function clientFindings(settings: Settings): Finding[] {
  const { google, microsoft, missingHalves, port } = settings;
  const texts = inTexts(doctorTexts).clients;
  const address = settings.publicUrl ?? `http://localhost:${port}`;
  const isTaken = /^https:|^http:\/\/localhost(?::|$)/.test(address);
  const clients = [
    google && {
      name: "Google",
      path: googleCallbackPath,
      scopes: [...new Set(`${signInScopes} ${connectScopes}`.split(" "))],
    },
    microsoft && {
      name: `Microsoft (${microsoft.tenant})`,
      path: microsoftCallbackPath,
      scopes: microsoftScopes.split(" "),
    },
  ].filter((client) => client !== null);
  return [
    ...missingHalves.map((name): Finding => ({ state: "look", text: texts.missingHalf(name) })),
    ...clients.map(({ name, path, scopes }): Finding => {
      const registered = texts.registered({ name, redirectUri: `${address}${path}`, scopes });
      return isTaken
        ? { state: "ok", text: registered }
        : { state: "look", text: `${registered}. ${texts.notTaken}` };
    }),
  ];
}
