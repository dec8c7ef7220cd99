import { textLimits } from "../limits/text.ts";
import { isNumber, type OptoutReading, readNumber } from "./optout.ts";
import {
  affirmed,
  blank,
  denied,
  left,
  noWords,
  plain,
  plainPattern,
  saysLeft,
  squeezed,
  stayed,
} from "./optoutWords.ts";

/**
 * Reads a cell of a column that says who wants mail, "Newsletter" or "Accepts marketing", for the same thing as
 * `readOptout`: "yes" is somebody who unsubscribed, so a no in the cell. Nobody is taken to want mail for a blank, nor
 * for a text that only begins well ("yes, until 2020").
 */
export function readOptin(text: string): OptoutReading {
  if (text.length > textLimits.optoutMax) return "unread";
  const said = plain(text);
  if (affirmed.has(said) || stayed.has(said)) return "no";
  if (denied.has(said) || left.has(said)) return "yes";
  if (blank.has(said)) return "unread";
  if (isNumber(said)) return opposite[readNumber(said)];
  if (said.split(/[^\p{L}\p{N}]+/u).some((word) => noWords.has(word))) return "unread";
  if (saysLeft(said)) return "yes";
  return wholeDate.test(said) ? "no" : "unread";
}

/** Whether a value as programs send it is a no to wanting mail; nothing that is no clear answer is one. */
export function deniesOptin(value: unknown): boolean {
  if (typeof value === "boolean") return !value;
  const isText = typeof value === "string" || typeof value === "number";
  return isText && readOptin(String(value)) === "yes";
}

/** Whether a cell answers the heading of its column by a plain yes or no. */
export function answersHeading(text: string): boolean {
  const said = plain(text.slice(0, textLimits.optoutMax));
  return affirmed.has(said) || denied.has(said) || said === "1" || said === "0";
}

/** Whether a column of this name says who wants mail: not when or why they did, not by telephone, and not the contrary. */
export function namesOptin(heading: string): boolean {
  const said = plain(heading.slice(0, textLimits.optoutMax));
  const letters = squeezed(said);
  if (saysLeft(heading) || contrary.test(said) || contraryParts.test(letters)) return false;
  return wanting.test(letters) && !detail.test(said) && !otherMatter.test(letters);
}

const opposite = { yes: "no", no: "yes", unread: "unread" } as const;

/** A date and nothing else: what stands beside one might be "revoked". */
const wholeDate =
  /^\d{1,4}[-/. ] ?\d{1,2}[-/. ] ?\d{1,4}(?:[ t]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:z|[+-]\d{2}:?\d{2})?)?$/;

const wanting = plainPattern(
  [
    "subscribe[dr]|opt(?:ed|s)?in|newsletter|mailinglist|consent|^marketing$|emailmarketing",
    "marketing(?:permission|allowed|e?mails?)|(?:accept|receive|want|allow|agree)\\w*(?:marketing|e?mails?|promo)",
    "abonniert|angemeldet|einwilligung|zustimmung|werbeerlaubnis|^werbung(?:erlaubt|gestattet|erwünscht|ok)?$|abonnée?$|inscrit|infolettre",
    "suscrito|boletín|iscritto|consenso|assinante|ingeschreven|aangemeld|nieuwsbrief|toestemming",
    "nyhetsbrev|nyhedsbrev|samtyc?k|tilmeldt|påmeldt|prenumer|zapisany|zgoda|subskryb|souhlas|odebírá|přihlášen",
    "подписан|согласие|рассылк|購読|メルマガ|配信希望|订阅|訂閱|수신동의|구독|뉴스레터",
  ].join("|"),
);
/** With one of these a yes may be the opposite of wanting mail. */
const contrary = plainPattern(
  "\\b(?:no|not|non|never|don.?t|without|nicht|ohne|sans|pas|sin|senza|geen|niet|nej|inte|ikke|bez|nie|ne)\\b|\\bkein|(?:^|\\s)(?:не|без)(?:\\s|$)",
);
const contraryParts = plainPattern(
  "cancel|left|stop|ended|expired|kündig|block|bounc|remov|refus|declin|reject|withdr|revo[kc]|widerr|annul|suspend|exclu|baja|取消|解除|停止|拒|취소|거부",
);
const detail = /\b(?:ip|id|at|am|on|le|since|seit|fecha|zeit|count|number|name|type|source|quelle)\b/;
const otherMatter =
  /sms|mms|whatsapp|phone|telefon|calls?$|postal|status|time$|date|datum|reason|grund|motif|motivo|campaign|comment|url|link|token|tracking|analytics/;
