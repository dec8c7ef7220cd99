import type { Settings } from "../settings/settings.ts";

/**
 * The policy of a document that is a mail's own HTML: it can do nothing but show, with no script, no form, no frame and
 * no origin, in its frame and by itself. Mails are made of inline styles, which the workspace's own policy forbids, so
 * a mail must be a document of its own; an embedded one would inherit that policy. Pictures of our own address are
 * allowed as those of any other, so that an opened mail counts as opened. That address is named as well as called
 * 'self', because in Safari a document without an origin has no 'self': over plain http its pictures were missing.
 */
export function shownMailPolicy({ publicUrl }: Pick<Settings, "publicUrl">): string {
  const ours = publicUrl === null ? "" : ` ${new URL(publicUrl).origin}`;
  return `default-src 'none'; img-src 'self'${ours} https: data:; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'; sandbox`;
}
