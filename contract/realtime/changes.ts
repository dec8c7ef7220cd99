import type { EndpointKey } from "../endpoints.ts";

/** What the server may be asked for, by what it is about: the first part of the key of every question of a page. */
export type Topic =
  | "account"
  | "campaigns"
  | "collections"
  | "composing"
  | "fields"
  | "credentials"
  | "images"
  | "imports"
  | "keys"
  | "leadHistories"
  | "leads"
  | "mails"
  | "overview"
  | "previews"
  | "requests"
  | "reviews"
  | "savedRows"
  | "segments"
  | "sendPlans"
  | "sessions"
  | "start"
  | "suppressions"
  | "templateFolders"
  | "templates"
  | "tracking"
  | "webhooks";

/** Recipients' pages are no island's, and call by themselves. */
type RecipientCall = `POST /${"u" | "r"}/{token}${string}`;
type ChangingCall = Exclude<EndpointKey, `GET ${string}` | RecipientCall>;

/**
 * Calls that keep nothing which a page shows: their names are no part of what it loads. The first two come in many steps, and whoever
 * goes through them says at the end what has changed; after the next two one is somewhere else, or is nobody any more.
 */
type SilentCall =
  | "POST /amplify/leads/actions"
  | "POST /amplify/leads/deletions/{id}/undo"
  | "DELETE /amplify/account/sessions"
  | "POST /amplify/account/delete"
  | "POST /amplify/leads/export"
  | "POST /amplify/leads/find"
  | "POST /amplify/segments/count"
  | "POST /files/convert/excel-to-json"
  | "POST /templates/render"
  | "POST /amplify/auth/credentials/{id}/test"
  | "POST /email/send/plan"
  | "POST /email/preview"
  | "POST /amplify/campaigns/audience"
  | "POST /amplify/campaigns/audience/left"
  | "POST /amplify/campaigns/{id}/review"
  | "POST /amplify/auth/forgot"
  | "POST /amplify/auth/login"
  | "POST /amplify/auth/logout"
  | "POST /amplify/auth/reset"
  | "POST /amplify/auth/signup"
  | "POST /amplify/auth/store-google-user"
  | "POST /amplify/auth/verify"
  | "POST /auth/google/link"
  | "POST /auth/google/sign-in"
  | "DELETE /amplify/sandbox/mails"
  | "POST /amplify/api/approvals/{code}"
  | "POST /amplify/auth/device"
  | "POST /amplify/auth/device/key"
  | "POST /amplify/admin/jobs/{id}/retry";

/** A call that is forgotten here does not compile. */
const changesOf: Record<Exclude<ChangingCall, SilentCall>, readonly Topic[]> = {
  "POST /amplify/leads": ["leads", "collections"],
  "PUT /amplify/leads/{id}": ["leads", "collections"],
  "DELETE /amplify/leads/{id}": ["leads", "collections"],
  "POST /amplify/leads/bulk": ["leads", "collections"],
  "POST /amplify/leads/{id}/notes": ["leadHistories"],
  "DELETE /amplify/leads/{id}/notes/{noteId}": ["leadHistories"],
  "DELETE /amplify/leads/{id}/returned": ["leadHistories", "leads"],
  "PUT /amplify/start": ["start"],
  "POST /amplify/start/samples": ["leads", "templates", "credentials", "campaigns", "leadHistories"],
  "DELETE /amplify/start/samples": ["leads", "templates", "credentials", "campaigns", "leadHistories"],
  "POST /amplify/api/webhooks": ["webhooks"],
  "PUT /amplify/api/webhooks/{id}": ["webhooks"],
  "DELETE /amplify/api/webhooks/{id}": ["webhooks"],
  "POST /amplify/api/webhooks/{id}/pause": ["webhooks"],
  "POST /amplify/api/webhooks/{id}/resume": ["webhooks"],
  "POST /amplify/api/webhooks/{id}/rotate": ["webhooks"],
  "POST /amplify/api/webhooks/{id}/test": ["webhooks"],
  "POST /amplify/api/webhooks/{id}/deliveries/{eventId}/redeliver": ["webhooks"],
  "POST /amplify/api/webhooks/{id}/redeliver": ["webhooks"],
  "POST /email/transactional": ["mails"],
  "POST /email/transactional/{id}/retry": ["mails"],
  "POST /email/suppressions": ["suppressions"],
  "DELETE /email/suppressions/{id}": ["suppressions"],
  "POST /amplify/segments": ["segments"],
  "PUT /amplify/segments/{id}": ["segments", "leads"],
  "DELETE /amplify/segments/{id}": ["segments"],
  "POST /amplify/segments/{id}/restore": ["segments"],
  // A segment that asks for what goes cannot be asked any more, and can again once that is back.
  "POST /amplify/fields": ["fields"],
  "PATCH /amplify/fields/{id}": ["fields", "leads", "segments"],
  "DELETE /amplify/fields/{id}": ["fields", "leads", "segments"],
  "POST /amplify/fields/{id}/restore": ["fields", "leads", "segments"],
  "POST /amplify/collections": ["collections"],
  "PATCH /amplify/collections/{id}": ["collections", "leads"],
  "DELETE /amplify/collections/{id}": ["collections", "leads", "segments"],
  "POST /amplify/collections/{id}/merge": ["collections", "leads", "segments", "campaigns"],
  // What an import does to the leads is seen when it ends.
  "POST /amplify/imports": ["imports"],
  "POST /amplify/imports/{id}/start": ["imports", "fields"],
  "POST /amplify/imports/{id}/cancel": ["imports"],
  "POST /amplify/imports/{id}/undo": ["imports"],
  "DELETE /amplify/imports/{id}": ["imports"],
  "POST /templates": ["templates"],
  "PUT /templates/{id}": ["templates"],
  "DELETE /templates/{id}": ["templates"],
  "POST /templates/deletions/{id}/undo": ["templates"],
  "POST /templates/{id}/publish": ["templates"],
  "POST /templates/{id}/versions/{version}/restore": ["templates"],
  "PUT /templates/{id}/folder": ["templates"],
  "POST /amplify/template-folders": ["templateFolders"],
  "PUT /amplify/template-folders/{id}": ["templateFolders"],
  "DELETE /amplify/template-folders/{id}": ["templateFolders", "templates"],
  "POST /amplify/template-folders/{id}/restore": ["templateFolders", "templates"],
  "POST /amplify/images": ["images"],
  "PUT /amplify/images/{id}": ["images"],
  "DELETE /amplify/images/{id}": ["images"],
  "POST /amplify/images/{id}/restore": ["images"],
  "POST /amplify/saved-rows": ["savedRows"],
  "PUT /amplify/saved-rows/{id}": ["savedRows"],
  "DELETE /amplify/saved-rows/{id}": ["savedRows"],
  "POST /amplify/saved-rows/{id}/restore": ["savedRows"],
  "POST /amplify/auth/credentials": ["credentials"],
  "PUT /amplify/auth/credentials/{id}": ["credentials", "campaigns"],
  "DELETE /amplify/auth/credentials/{id}": ["credentials", "campaigns"],
  "POST /amplify/auth/credentials/{id}/resume": ["credentials", "campaigns"],
  "PUT /amplify/auth/credentials/{id}/reading": ["credentials"],
  "DELETE /amplify/auth/credentials/{id}/reading": ["credentials"],
  "POST /amplify/auth/credentials/{id}/domain": ["credentials"],
  "POST /amplify/auth/credentials/{id}/domain/keys": ["credentials"],
  "PUT /amplify/auth/credentials/{id}/domain/keys/{keyId}": ["credentials"],
  "DELETE /amplify/auth/credentials/{id}/domain/keys/{keyId}": ["credentials"],
  // What a send does to leads and accounts the socket tells when it ends.
  "POST /email/send": ["campaigns", "templates"],
  "POST /email/send/test": ["credentials"],
  "POST /amplify/campaigns/{id}/pause": ["campaigns"],
  "POST /amplify/campaigns/{id}/resume": ["campaigns"],
  "POST /amplify/campaigns/{id}/cancel": ["campaigns"],
  "POST /amplify/campaigns/{id}/account": ["campaigns"],
  "POST /amplify/campaigns/{id}/retry": ["campaigns"],
  "POST /amplify/campaigns": ["campaigns"],
  "PUT /amplify/campaigns/{id}/plan": ["campaigns"],
  "PUT /amplify/campaigns/{id}/mails/{variantId}": ["campaigns"],
  "DELETE /amplify/campaigns/{id}": ["campaigns"],
  "POST /amplify/campaigns/{id}/restore": ["campaigns"],
  "POST /amplify/campaigns/{id}/start": ["campaigns", "templates"],
  "POST /amplify/campaigns/{id}/undo": ["campaigns"],
  "POST /amplify/campaigns/{id}/duplicate": ["campaigns"],
  "POST /amplify/campaigns/{id}/archive": ["campaigns"],
  "POST /amplify/campaigns/{id}/winner": ["campaigns"],
  "POST /amplify/campaigns/{id}/uncertain": ["campaigns"],
  "PUT /amplify/account/tracking": ["tracking"],
  "POST /amplify/auth/password": ["sessions"],
  "DELETE /amplify/account/sessions/{id}": ["sessions"],
  "POST /amplify/api/keys": ["keys"],
  "DELETE /amplify/api/keys/{id}": ["keys"],
};

/** Everything that a call may have changed, as far as it can be asked for. */
export function changedBy(call: EndpointKey): readonly Topic[] {
  return (changesOf as Partial<Record<EndpointKey, readonly Topic[]>>)[call] ?? [];
}
