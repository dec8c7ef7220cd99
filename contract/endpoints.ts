import type { Endpoint } from "./endpoint.ts";
import { accountEndpoints } from "./endpoints/account.ts";
import { adminEndpoints } from "./endpoints/admin.ts";
import { apiEndpoints } from "./endpoints/api.ts";
import { authEndpoints } from "./endpoints/auth.ts";
import { campaignInsightEndpoints } from "./endpoints/campaignInsight.ts";
import { campaignEndpoints } from "./endpoints/campaigns.ts";
import { credentialEndpoints } from "./endpoints/credentials.ts";
import { designEndpoints } from "./endpoints/design.ts";
import { domainEndpoints } from "./endpoints/domains.ts";
import { importEndpoints } from "./endpoints/imports.ts";
import { leadActionEndpoints } from "./endpoints/leadActions.ts";
import { leadFieldEndpoints } from "./endpoints/leadFields.ts";
import { leadNoteEndpoints } from "./endpoints/leadNotes.ts";
import { leadEndpoints } from "./endpoints/leads.ts";
import { publicEndpoints } from "./endpoints/public.ts";
import { readingEndpoints } from "./endpoints/readings.ts";
import { sandboxEndpoints } from "./endpoints/sandbox.ts";
import { segmentEndpoints } from "./endpoints/segments.ts";
import { sendingEndpoints } from "./endpoints/sending.ts";
import { startEndpoints } from "./endpoints/start.ts";
import { templateEndpoints } from "./endpoints/templates.ts";
import { transactionalEndpoints } from "./endpoints/transactional.ts";
import { webhookEndpoints } from "./endpoints/webhooks.ts";

/** Every call of the product by method and path. */
export const endpoints = {
  ...authEndpoints,
  ...accountEndpoints,
  ...credentialEndpoints,
  ...readingEndpoints,
  ...domainEndpoints,
  ...leadEndpoints,
  ...leadActionEndpoints,
  ...leadFieldEndpoints,
  ...leadNoteEndpoints,
  ...segmentEndpoints,
  ...importEndpoints,
  ...templateEndpoints,
  ...designEndpoints,
  ...campaignInsightEndpoints,
  ...sendingEndpoints,
  ...transactionalEndpoints,
  ...campaignEndpoints,
  ...sandboxEndpoints,
  ...startEndpoints,
  ...apiEndpoints,
  ...webhookEndpoints,
  ...adminEndpoints,
  ...publicEndpoints,
} as const satisfies Record<string, Endpoint>;

export type Endpoints = typeof endpoints;
export type EndpointKey = keyof Endpoints;

export function methodAndPath(key: string): { method: string; path: string } {
  const space = key.indexOf(" ");
  return { method: key.slice(0, space), path: key.slice(space + 1) };
}
