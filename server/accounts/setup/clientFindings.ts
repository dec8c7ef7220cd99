import { setupTexts } from "../../../contract/texts/pages/setup.ts";
import { inTexts } from "../../core/inWords.ts";
import type { Settings } from "../../settings/settings.ts";
import { askProvider } from "./askProvider.ts";
import { addressOf, type ClientFinding, type SetupClient, setupClients } from "./clients.ts";

/**
 * What is right and wrong about this installation's clients at Google and Microsoft: by its settings, and by what the
 * providers answer just now. Nothing of a secret is in it.
 */
export async function clientFindings(settings: Settings): Promise<ClientFinding[]> {
  const texts = inTexts(setupTexts).checks;
  const halves = settings.missingHalves.map((name): ClientFinding => {
    return { state: "look", text: texts.missingHalf(name) };
  });
  const found = await Promise.all(
    setupClients(settings)
      .filter(({ isSet }) => isSet)
      .map(async (client) => [
        ...addressFindings(client, settings),
        ...shapeFindings(client, settings),
        ...(await askProvider(client, settings)),
      ]),
  );
  // Two questions may come to one answer, such as that nobody can be reached.
  return [...new Map([...halves, ...found.flat()].map((one) => [one.text, one])).values()];
}

/** What has to stand at each of the providers whose client is set up, a line each. */
export function clientNeeds(settings: Settings): string[] {
  return setupClients(settings)
    .filter(({ isSet }) => isSet)
    .map(registered);
}

function registered({ provider, redirectUri, scopes, tenant }: SetupClient): string {
  const { checks, names } = inTexts(setupTexts);
  return checks.registered({
    name: tenant === null ? names[provider] : `${names[provider]} (${tenant})`,
    redirectUri,
    scopes: scopes.filter(({ use }) => use !== "read").map(({ scope }) => scope),
  });
}

/** Which hosts of this machine alone a provider takes without https. */
const loopback: Readonly<Record<SetupClient["provider"], readonly string[]>> = {
  google: ["localhost", "127.0.0.1", "[::1]"],
  microsoft: ["localhost"],
};

function addressFindings({ provider }: SetupClient, settings: Settings): ClientFinding[] {
  const { checks, names } = inTexts(setupTexts);
  const name = names[provider];
  const address = addressOf(settings);
  const { protocol, hostname } = new URL(address);
  if (loopback[provider].includes(hostname))
    return [
      { state: "look", text: checks.onlyHere({ name, address, isGiven: settings.publicUrl !== null }) },
    ];
  if (protocol !== "https:") return [{ state: "wrong", text: checks.notHttps({ name, address }) }];
  if (
    provider === "google" &&
    (/^[\d.]+$/.test(hostname) || hostname.startsWith("[") || !hostname.includes("."))
  )
    return [{ state: "wrong", text: checks.noPublicName({ name, address }) }];
  return [];
}

const guid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** What was pasted from the wrong line. A stand-in's client may be called as it likes. */
function shapeFindings({ provider }: SetupClient, { google, microsoft }: Settings): ClientFinding[] {
  const texts = inTexts(setupTexts).checks;
  if (provider === "google") {
    const isOne =
      google === null ||
      google.baseUrl !== null ||
      /^\d+-\w+\.apps\.googleusercontent\.com$/.test(google.clientId);
    return isOne ? [] : [{ state: "wrong", text: texts.googleIdShape }];
  }
  if (microsoft === null) return [];
  return [
    ...(guid.test(microsoft.clientId) ? [] : [{ state: "wrong" as const, text: texts.microsoftIdShape }]),
    ...(guid.test(microsoft.clientSecret) ? [{ state: "wrong" as const, text: texts.secretIsId }] : []),
  ];
}
