import { isOwnPicture } from "./ownPictures.ts";

/**
 * Whether an address leads anywhere from within a mail, which has no place of its own: what names no host, such as
 * "www.example.org" or "/pictures/a.png", is nowhere there, but for a
 * picture of this installation's own, which is sent with its address. What begins with a merge field or with another product's is
 * nobody's to judge here.
 */
export function leadsFromMail(address: string): boolean {
  const url = address.trim();
  if (isOwnPicture(url)) return true;
  // A device's own files and what only the page that made it can read; a mail brings no pictures along as parts.
  if (/^(cid|file|blob):/i.test(url)) return false;
  if (/^(mailto|tel|sms):$/i.test(url)) return false;
  const host = /^(?:https?:)?\/\/([^/?#]*)/i.exec(url)?.[1];
  if (host !== undefined) return mayBeHost(host);
  return /^([a-z][a-z0-9+-]+:|\/\/)/i.test(url) || !/^([\p{L}\p{N}._~/?-]|#?$)/u.test(url);
}

/** No host has a space or an empty part, and no port is a word; one with a placeholder may become any. */
function mayBeHost(host: string): boolean {
  if (/[{}[\]%*|<>$]/.test(host)) return true;
  return host !== "" && !host.includes("..") && URL.canParse(`https://${host}`);
}
