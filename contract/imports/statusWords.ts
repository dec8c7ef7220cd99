import { textLimits } from "../limits/text.ts";
import type { OptoutReading } from "./optout.ts";
import { left, plain, saysLeft, stayed } from "./optoutWords.ts";

/**
 * What the words of a status mean: whoever other programs would mail is a no to having left, and whoever they would not
 * mail is a yes, for whatever cause, as an address that bounced is mailed no more than one that unsubscribed.
 * "unread" is any other text, blanks among them.
 */
export function readStatus(text: string): OptoutReading {
  if (text.length > textLimits.optoutMax) return "unread";
  const said = plain(text);
  if (mailed.has(said) || stayed.has(said)) return "no";
  if (unmailed.has(said) || undecided.has(said) || lapsed.has(said) || left.has(said) || saysLeft(said))
    return "yes";
  return "unread";
}

/** Whether a text says by itself that somebody is not mailed; "pending" does so only beside other words of a status. */
export function saysUnmailed(text: string): boolean {
  const said = plain(text.slice(0, textLimits.optoutMax));
  return unmailed.has(said) || saysLeft(said);
}

/**
 * Whether a text says that somebody is not mailed where a program for newsletters wrote it (beehiiv, Kit). Of a customer it may
 * say something else, so it is asked about where nothing beside it tells that it is about mails.
 */
export function isLapsed(text: string): boolean {
  return text.length <= textLimits.optoutMax && lapsed.has(plain(text));
}

/** Whether columns that stand beside a status are those of people who subscribed to something. */
export function areSubscribers(columns: readonly string[]): boolean {
  return columns.some((column) => ofSubscribers.test(plain(column.slice(0, textLimits.optoutMax))));
}

const ofSubscribers = /subscri|newsletter|opt.?in|\butm\b|\breferr/;

const each = (list: string) => new Set(list.split("|").map(plain));

/** People who are mailed elsewhere; the last ones are those of mail merges from a sheet. */
const mailed = each(
  "active|enabled|confirmed|explicit|implied|express|aktiv|bestätigt|actif|active contact|activo|attivo|ativo|actief|aktywny|aktif|有効|配信中|購読中|email sent|email opened|email clicked|responded|email replied",
);
const unmailed = each(
  [
    "bounced|bounce|hard bounce|hard bounced|hardbounce|email bounced|cleaned|undeliverable|unreachable|complained|complaint|spam complaint|marked as spam",
    "never subscribed|not subscribed|non subscribed|nonsubscribed|no consent|no permission|no permissions set|not opted in|unconfirmed|not confirmed|awaiting confirmation|waiting for confirmation|double opt in pending",
    "blocklist|blacklist|unbestätigt|nicht bestätigt|non confirmé|no confirmado|non confermato|não confirmado|niet bevestigd|niepotwierdzony|rebotado|rebondi",
    "do not contact|do not email|do not mail|do not send",
  ].join("|"),
);
/** Words that also orders, tasks and accounts have: they count once a column is known to be of mails. */
const undecided = each("pending|disabled|archived|invalid|junk|temp hold|redacted|suspended|deactivated");
const lapsed = each(
  "inactive|cancelled|canceled|validating|needs attention|inaktiv|inactif|inactivo|inattivo|inativo",
);
