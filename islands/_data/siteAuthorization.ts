import { textLimits } from "../../contract/limits/text.ts";
import { readSetting } from "./setting.ts";

/**
 * The Authorization header of calls for data: the value in local storage under `site` (specification, sections 6 and 9), or
 * "". We never store anything there, least of all a sign-in's token: it is for those who run a page or a proxy of their own
 * around the workspace. The session is always the cookie's, and our server ignores a header that it does not know.
 */
export function siteAuthorization(): string {
  const site = readSetting("site").trim();
  // Any other value could not be a header, and the browser would refuse the whole call.
  return site.length <= textLimits.authorizationMax && /^[\x20-\x7e]+$/.test(site) ? site : "";
}
