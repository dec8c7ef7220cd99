import type { MimeMail } from "./readMime.ts";

/**
 * Whether a program wrote it: by what RFC 3834 section 5 asks programs to say, by what those say that came before it,
 * and by the subject that the programs of large providers give such mails where they say nothing else.
 */
export function isAutoReply(mail: MimeMail): boolean {
  const submitted = mail.field("auto-submitted").toLowerCase();
  if (submitted !== "" && !submitted.startsWith("no")) return true;
  if (marks.some((name) => mail.field(name) !== "")) return true;
  const precedence = mail.field("precedence").toLowerCase();
  if (["auto_reply", "auto-reply", "bulk", "junk", "list"].includes(precedence)) return true;
  // Exchange adds this header to automatic replies, and not to what a person writes.
  if (/^(?:all|.*\boof\b)/i.test(mail.field("x-auto-response-suppress"))) return true;
  if (/^<\s*>$/.test(mail.field("return-path"))) return true;
  // Behind what a gateway writes before it, such as "[EXTERNAL]".
  const subject = mail.subject
    .trim()
    .toLowerCase()
    .replace(/^(?:\[[^\]]{1,40}\]\s*){1,3}/, "");
  return subjects.some((beginning) => subject.startsWith(beginning));
}

const marks = [
  "x-autoreply",
  "x-autorespond",
  "x-autoresponder",
  "x-auto-reply",
  "x-autoreply-from",
  "x-mail-autoreply",
  "x-vacation",
  "list-id",
];
const subjects = [
  "automatic reply:",
  "auto reply",
  "auto-reply",
  "autoreply",
  "auto response",
  "auto:",
  "autoresponder",
  "out of office",
  "out of the office",
  "away from the office",
  "on vacation",
  "vacation reply",
  "automatische antwort",
  "abwesenheit",
  "abwesenheitsnotiz",
  "réponse automatique",
  "absence du bureau",
  "respuesta automática",
  "fuera de la oficina",
  "risposta automatica",
  "fuori ufficio",
  "resposta automática",
  "automatisch antwoord",
  "afwezig",
  "automatiskt svar",
  "autosvar",
  "automaattinen vastaus",
  "automatisk svar",
  "automatická odpověď",
  "autoodpowiedź",
  "odpowiedź automatyczna",
  "自動応答",
  "自动回复",
  "автоответ",
  "автоматический ответ",
  "otomatik yanıt",
  "automatikus válasz",
  "răspuns automat",
  "αυτόματη απάντηση",
  "automatyczna odpowiedź",
  "automatická odpoveď",
  "автоматична відповідь",
  "ausência do escritório",
  "自动答复",
  "自動回覆",
  "自動返信",
  "자동 회신",
  "abwesend",
];
