import { textLimits } from "../limits/text.ts";
import { readOptin } from "./optin.ts";
import { blank, plain, plainPattern, squeezed, stayed } from "./optoutWords.ts";

/** What a cell says of somebody's consent to being counted; "unsaid" where it says nothing, as a blank does. */
export type ConsentReading = "granted" | "denied" | "unsaid" | "unread";

/**
 * Reads a cell of a column "Consent". A plain yes, a one and a date are a yes, as in a column of who wants mail; so are
 * the words that people write there for having agreed. Whatever is neither is unread, and then nothing is taken from it.
 */
export function readConsent(text: string): ConsentReading {
  if (text.length > textLimits.optoutMax) return "unread";
  const said = plain(text);
  if (blank.has(said) || unsaid.has(said)) return "unsaid";
  if (granted.has(said)) return "granted";
  if (refused.has(said)) return "denied";
  // Who has subscribed to mails has said nothing of being counted.
  if (stayed.has(said)) return "unread";
  return meanings[readOptin(text)];
}

/** Reads a value as programs send it. */
export function readConsentValue(value: unknown): ConsentReading {
  if (value === undefined || value === null) return "unsaid";
  if (typeof value === "boolean") return value ? "granted" : "denied";
  return typeof value === "string" || typeof value === "number" ? readConsent(String(value)) : "unread";
}

/** Whether a column of this name says who agreed to being counted: "Consent" alone, or one that names the counting. */
export function namesConsent(heading: string): boolean {
  const letters = squeezed(plain(heading.slice(0, textLimits.optoutMax)));
  return alone.test(letters) || (counting.test(letters) && agreeing.test(letters));
}

const meanings = { no: "granted", yes: "denied", unread: "unread" } as const;

const words = (list: string) => list.split(" ").map(plain);
const unsaid = new Set(words("unknown unbekannt inconnu desconocido sconosciuto ? n/a pending open offen"));
const granted = new Set([
  ...words("granted given agreed accepted allowed consented confirmed permitted ok okay"),
  ...words(
    "erteilt zugestimmt eingewilligt erlaubt accordé accepté concedido otorgado aceptado concesso accettato",
  ),
  ...words("verleend akkoord"),
]);
const refused = new Set([
  ...words("denied refused declined rejected withdrawn revoked disallowed withheld"),
  ...words(
    "verweigert abgelehnt widerrufen entzogen refusé retiré denegado rechazado revocado negato rifiutato",
  ),
  ...words("geweigerd ingetrokken"),
  ...["not granted", "not given", "not allowed", "nicht erteilt"].map(plain),
]);

const alone = plainPattern("^(?:consent|einwilligung|consentement|consentimiento|consenso|toestemming)$");
const counting = plainPattern("track|analytic|measur|counting|opensandclicks|messung|suivi|seguimiento");
const agreeing = plainPattern(
  "consent|einwillig|zustimm|agree|allow|accept|permi|consenso|toestemming|optin",
);
