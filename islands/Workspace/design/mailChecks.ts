import { limits } from "../../../contract/limits.ts";
import { isMergeField, mergeFieldsIn } from "../../../contract/mergeFields.ts";

/**
 * What a careful person would look at before sending, as sentences; none when there is nothing to say. The HTML is
 * the server's own and is only looked through by patterns: a parser in the page would load its pictures.
 */
export function mailChecks(html: string): string[] {
  const found: string[] = [];
  const say = (count: number, one: string, many: string) => {
    if (count > 0) found.push(count === 1 ? one : `${count} ${many}`);
  };
  const pictures = html.match(/<img\b[^>]*>/gi) ?? [];
  const mute = pictures.filter((tag) => !/\salt="[^"]*\S[^"]*"/i.test(tag)).length;
  say(mute, "1 picture has no alternative text.", "pictures have no alternative text.");
  const links = [...html.matchAll(/<a\b[^>]*\shref="([^"]*)"/gi)].map(([, href = ""]) => href);
  const open = links.filter((href) => /^http:\/\//i.test(href)).length;
  say(open, "1 link is not secure (http).", "links are not secure (http).");
  const empty = links.filter((href) => /^(#|https?:\/\/)?$/i.test(href.trim())).length;
  say(empty, "1 link leads nowhere.", "links lead nowhere.");
  if (!html.includes("{{unsubscribeUrl"))
    found.push("There is no unsubscribe link; one is added when the mail is sent.");
  for (const field of mergeFieldsIn(html).filter((name) => !isMergeField(name)))
    found.push(`{{${field}}} is no merge field and stays as it is.`);
  const bytes = new TextEncoder().encode(html).length;
  if (bytes > limits.design.clipBytes)
    found.push(`The mail has ${Math.ceil(bytes / 1024)} kB; Gmail cuts off what is longer than 102.`);
  return found;
}
