import { textLimits } from "../../contract/limits/text.ts";
import { readSetting } from "./setting.ts";

/**
 * The Authorization header of calls for data: what stands in local storage under `site` (specification, sections 6
 * and 9), or "". Nothing of ours ever puts anything there, least of all the token of a sign-in: it is for whoever
 * runs a page or a proxy of their own around the workspace. The session is the cookie's in any case, and our server
 * takes a header that it does not know as if it were absent.
 */
export function siteAuthorization(): string {
  const site = readSetting("site").trim();
  // Anything else could not be a header, and the browser would refuse the whole call.
  return site.length <= textLimits.authorizationMax && /^[\x20-\x7e]+$/.test(site) ? site : "";
}
