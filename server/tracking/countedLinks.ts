import { randomBytes } from "node:crypto";
import type { WorkspaceId } from "../../contract/identity/scope.ts";
import { clickLimits } from "../../contract/limits/clicks.ts";
import { type CustomNames, mergeFieldsIn } from "../../contract/mergeFields.ts";
import type { StoredCampaign } from "../../db/stores/campaigns/campaigns.ts";
import type { LinkRow } from "../../db/stores/tracking/links.ts";
import type { Core } from "../core/core.ts";
import { inSlices } from "../core/inSlices.ts";
import { finishing } from "../sending/mail/composition.ts";
import { findingLinks } from "../sending/mail/findLinks.ts";

/**
 * The addresses of a mail that is no campaign's, each once, as they are stored. One with a merge field in it leads everybody
 * somewhere else, by values that nobody keeps, and is not counted.
 */
export async function countedLinks(
  core: Core,
  {
    html,
    custom,
    ...of
  }: { campaignId: string; workspaceId: WorkspaceId; html: string; custom: CustomNames },
): Promise<LinkRow[]> {
  const ownOrigin = core.settings.publicUrl ?? "";
  const found = await inSlices(findingLinks(html, { ownOrigin, custom }));
  const urls = new Set(found.flatMap(({ url }) => (mergeFieldsIn(url).length === 0 ? [url] : [])));
  return linkRows(of, urls);
}

/**
 * The addresses of a campaign's mails, each once, as they are stored: what is stored is what will be counted. None where its
 * clicks are not counted.
 */
export async function campaignLinks(
  core: Core,
  {
    campaign,
    html,
    custom,
  }: {
    campaign: Pick<StoredCampaign, "id" | "workspaceId" | "trackClicks">;
    html: string;
    custom: CustomNames;
  },
): Promise<LinkRow[]> {
  const { id: campaignId, workspaceId, trackClicks } = campaign;
  if (!trackClicks) return [];
  const ownOrigin = core.settings.publicUrl ?? "";
  const found = await inSlices(
    (function* () {
      return yield* findingLinks(yield* finishing(html), { ownOrigin, custom });
    })(),
  );
  return linkRows({ campaignId, workspaceId }, new Set(found.map(({ url }) => url)));
}

/** The same links for another part of the campaign, each with an id of its own. */
export function copiedLinks(links: readonly LinkRow[], campaignId: string): LinkRow[] {
  return links.map((link) => ({ ...link, campaignId, id: newLinkId() }));
}

function newLinkId(): string {
  return randomBytes(clickLimits.linkIdBytes).toString("base64url");
}

function linkRows(of: Pick<LinkRow, "campaignId" | "workspaceId">, urls: ReadonlySet<string>): LinkRow[] {
  return [...urls]
    .slice(0, clickLimits.linksPerCampaign)
    .map((url, position) => ({ id: newLinkId(), ...of, position, url }));
}
