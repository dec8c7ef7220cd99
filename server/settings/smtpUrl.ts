import { z } from "zod";
import { parseAddress } from "../../contract/address.ts";
import type { Security } from "../../contract/sending/providers.ts";
import { isWholeUrl } from "./isWholeUrl.ts";
import { ruleText } from "./ruleText.ts";

/** Where the installation's own mail goes out: links to new passwords, and never a campaign. */
type SystemSmtp = {
  host: string;
  port: number;
  security: Security;
  user: string;
  password: string;
  from: Mailbox;
};

type Mailbox = { address: string; name?: string };

/**
 * The setting AMPLIFY_SYSTEM_SMTP. `smtps:` is TLS from the first byte; `smtp:` asks for STARTTLS, so that no
 * password and no link crosses a network in the clear, except to this machine itself or with `tls=off`.
 */
export const systemSmtp = z
  .url({ protocol: /^smtps?$/, error: ruleText("systemSmtp") })
  .refine(isWholeUrl, { error: ruleText("systemSmtp"), abort: true })
  .optional()
  .transform((text, context): SystemSmtp | null => {
    if (text === undefined) return null;
    const read = readUrl(new URL(text));
    if (read !== null) return read;
    context.addIssue({ code: "custom", message: ruleText("systemSmtpFrom") });
    return z.NEVER;
  });

function readUrl(url: URL): SystemSmtp | null {
  const user = decoded(url.username);
  const from = mailboxOf(url.searchParams.get("from") ?? user);
  if (from === null || url.hostname === "") return null;
  const isTls = url.protocol === "smtps:";
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const isPlain = url.searchParams.get("tls") === "off" || isThisMachine(host);
  return {
    host,
    port: Number(url.port) || (isTls ? 465 : 587),
    security: isTls ? "tls" : isPlain ? "none" : "starttls",
    user,
    password: decoded(url.password),
    from,
  };
}

function isThisMachine(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127(\.\d+){3}$/.test(host);
}

/** "amplify@example.com", or with a name before it: "Our Team <amplify@example.com>". */
function mailboxOf(text: string): Mailbox | null {
  const [, name = "", bracketed] = /^([^<>\p{Cc}]*)<([^<>]+)>$/u.exec(text.trim()) ?? [];
  const parsed = parseAddress((bracketed ?? text).trim());
  if (!parsed.ok) return null;
  return name.trim() === "" ? { address: parsed.address } : { address: parsed.address, name: name.trim() };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
