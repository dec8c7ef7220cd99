import { ownScopeOf, type WorkspaceId } from "../../contract/identity/scope.ts";
import { createCredentialStore } from "../../db/stores/accounts/credentials.ts";
import { createMailboxReadingStore, type ReadingRow } from "../../db/stores/accounts/mailboxReadings.ts";
import { createAccountDataStore } from "../../db/stores/identity/accountData.ts";
import { createExportStore } from "../../db/stores/identity/exports.ts";
import { createSessionStore } from "../../db/stores/identity/sessions.ts";
import { createUserStore } from "../../db/stores/identity/users.ts";
import { createResponseStore } from "../../db/stores/inbound/responses.ts";
import { createKeyStore } from "../../db/stores/keys/keys.ts";
import { createSegmentStore } from "../../db/stores/leads/segments.ts";
import { createImageStore } from "../../db/stores/templates/images.ts";
import { createSavedRowStore } from "../../db/stores/templates/savedRows.ts";
import { createTemplateFolderStore } from "../../db/stores/templates/templateFolders.ts";
import { createTemplateStore } from "../../db/stores/templates/templates.ts";
import { createTemplateVersionStore } from "../../db/stores/templates/templateVersions.ts";
import { createClickStore } from "../../db/stores/tracking/clicks.ts";
import { createWebhookStore } from "../../db/stores/webhooks/webhooks.ts";
import type { ArchiveFile } from "../core/archive.ts";
import type { SignedIn } from "../core/caller.ts";
import type { Core } from "../core/core.ts";
import { inWords } from "../core/inWords.ts";
import { createTrackingService } from "../tracking/index.ts";
import { deviceInWords } from "./device.ts";
import {
  exportedCampaigns,
  exportedFolders,
  exportedImages,
  exportedImports,
  exportedSavedRows,
  exportedTemplates,
  exportedVersions,
  jsonArray,
  jsonText,
} from "./exportedLists.ts";
import { exportedKindSuppressions, exportedMails, exportedSandboxMails } from "./exportedMails.ts";
import { exportedEnrolments, exportedPlans } from "./exportedPlans.ts";
import {
  exportedBounces,
  exportedClicks,
  exportedCollections,
  exportedDeliveries,
  exportedDenials,
  exportedFields,
  exportedImportChanges,
  exportedLeads,
  exportedNotes,
  exportedOptouts,
  exportedRequests,
  exportedSuppressions,
  instant,
} from "./exportedTables.ts";
import { type Identity, personOf } from "./identity.ts";

export type AccountExport = ReturnType<typeof createAccountExport>;

/**
 * Everything that is kept of one person and in their own workspace, as the files of an archive: what they see of
 * another's is not theirs to take along, wherever their session works. Each is made while it is being read, so no
 * list stands in memory whole. Secrets stay here: no password is in it, and opt-outs are the keyed hashes that
 * are all this installation has of them.
 */
export function createAccountExport(core: Core, parts: { identity: Pick<Identity, "sessions"> }) {
  const { database } = core;
  const rows = createExportStore(database);
  const templates = createTemplateStore(database);
  const images = createImageStore(database);
  const savedRows = createSavedRowStore(database);
  const folders = createTemplateFolderStore(database);
  const versions = createTemplateVersionStore(database);
  const clicks = createClickStore(database);
  const responses = createResponseStore(database);

  return {
    files(person: SignedIn): ArchiveFile[] {
      const { workspaceId } = ownScopeOf(person);
      return [
        { name: "README.txt", text: () => whole(async () => readme) },
        { name: "profile.json", text: () => whole(() => profileText(core, { ...parts, person })) },
        { name: "accounts.json", text: () => whole(() => accountsText(core, workspaceId)) },
        { name: "templates.json", text: () => jsonArray(exportedTemplates(templates, workspaceId)) },
        { name: "template-versions.json", text: () => jsonArray(exportedVersions(versions, workspaceId)) },
        { name: "images.json", text: () => jsonArray(exportedImages(images, workspaceId)) },
        { name: "saved-rows.json", text: () => jsonArray(exportedSavedRows(savedRows, workspaceId)) },
        { name: "template-folders.json", text: () => jsonArray(exportedFolders(folders, workspaceId)) },
        { name: "campaign-plans.json", text: () => jsonArray(exportedPlans(rows, workspaceId)) },
        { name: "campaigns.json", text: () => jsonArray(exportedCampaigns(rows, workspaceId)) },
        { name: "sequence-leads.csv", text: () => exportedEnrolments(rows, workspaceId) },
        { name: "deliveries.csv", text: () => exportedDeliveries({ rows, responses }, workspaceId) },
        { name: "bounced-addresses.csv", text: () => exportedBounces(rows, workspaceId) },
        { name: "clicks.csv", text: () => exportedClicks(clicks, workspaceId) },
        { name: "leads.csv", text: () => exportedLeads(rows, workspaceId) },
        { name: "lead-notes.csv", text: () => exportedNotes(rows, workspaceId) },
        { name: "imports.json", text: () => jsonArray(exportedImports(rows, workspaceId)) },
        { name: "import-changes.csv", text: () => exportedImportChanges(rows, workspaceId) },
        { name: "custom-fields.csv", text: () => exportedFields(rows, workspaceId) },
        { name: "segments.json", text: () => whole(() => segmentsText(core, workspaceId)) },
        { name: "webhooks.json", text: () => whole(() => webhooksText(core, workspaceId)) },
        { name: "collections.csv", text: () => exportedCollections(rows, workspaceId) },
        { name: "suppressions.csv", text: () => exportedSuppressions(rows, workspaceId) },
        { name: "denials.csv", text: () => exportedDenials(rows, workspaceId) },
        { name: "transactional-mails.csv", text: () => exportedMails(core, workspaceId) },
        { name: "kind-suppressions.csv", text: () => exportedKindSuppressions(core, workspaceId) },
        { name: "optouts.csv", text: () => exportedOptouts(rows, workspaceId) },
        { name: "api-keys.json", text: () => whole(() => keysText(core, workspaceId)) },
        { name: "api-requests.csv", text: () => exportedRequests(core, workspaceId) },
        { name: "sandbox-mails.csv", text: () => exportedSandboxMails(rows, workspaceId) },
      ];
    },
  };
}

async function* whole(make: () => Promise<string>): AsyncGenerator<string> {
  yield await make();
}

type Profile = { person: SignedIn; identity: Pick<Identity, "sessions"> };

async function profileText(core: Core, { person, identity }: Profile): Promise<string> {
  const { database } = core;
  const scope = ownScopeOf(person);
  const { opens, clicks } = await createTrackingService(core).of(scope);
  const user = await createUserStore(database).byId(person.uid);
  const sessions = await identity.sessions(person);
  const devices = await createSessionStore(database).devicesOf(person.uid);
  return jsonText({
    ...personOf(person),
    createdAt: instant(user?.createdAt ?? null),
    counted: { opens, clicks },
    signsInWith: [...(user?.passwordHash ? ["password"] : []), ...(user?.googleSubject ? ["google"] : [])],
    sessions: sessions.map(({ device, createdAt, lastSeenAt }) => ({
      device,
      createdAt: instant(createdAt),
      lastSeenAt: instant(lastSeenAt),
    })),
    knownDevices: devices.map(({ device, lastSignInAt }) => ({
      device: deviceInWords(device),
      lastSignInAt: instant(lastSignInAt),
    })),
    holdings: await createAccountDataStore(database).holdingsOf(scope.workspaceId),
  });
}

async function segmentsText({ database }: Core, workspaceId: WorkspaceId): Promise<string> {
  const rows = await createSegmentStore(database).ownedBy(workspaceId);
  return jsonText(
    rows.map(({ id, name, question, createdAt, updatedAt }) => ({
      _id: id,
      name,
      question,
      createdAt: instant(createdAt),
      updatedAt: instant(updatedAt),
    })),
  );
}

/** Of keys what the page shows of them; neither they nor their hashes. */
async function keysText({ database }: Core, workspaceId: WorkspaceId): Promise<string> {
  const rows = await createKeyStore(database).ofWorkspace(workspaceId);
  return jsonText(
    rows.map((row) => ({
      _id: row.id,
      name: row.name,
      lastFour: row.lastFour,
      scopes: row.scopes,
      collections: row.collections,
      accounts: row.accounts,
      addresses: row.addresses,
      createdAt: instant(row.createdAt),
      expiresAt: instant(row.expiresAt),
      lastUsedAt: instant(row.lastUsedAt),
      lastAddress: row.lastAddress,
    })),
  );
}

/** Without their secrets. */
async function webhooksText({ database }: Core, workspaceId: WorkspaceId): Promise<string> {
  const rows = await createWebhookStore(database).ownedBy(workspaceId);
  return jsonText(
    rows.map(({ id, name, url, types, state, createdAt }) => ({
      _id: id,
      name,
      url,
      types,
      state,
      createdAt: instant(createdAt),
    })),
  );
}

async function accountsText({ database }: Core, workspaceId: WorkspaceId): Promise<string> {
  const rows = await createCredentialStore(database).ownedBy(workspaceId);
  const readings = await createMailboxReadingStore(database).readingsOf(workspaceId);
  const readingOf = new Map(readings.map((row) => [row.credentialId, row]));
  // Field by field: a column that is added later must not end up in an archive by itself.
  return jsonText(
    rows.map((row) => ({
      _id: row.id,
      provider: row.provider,
      appEmail: row.appEmail,
      alias: row.alias,
      displayName: row.displayName,
      type: row.type,
      googleSubject: row.googleSubject,
      microsoftSubject: row.microsoftSubject,
      host: row.host,
      port: row.port,
      security: row.security,
      user: row.user,
      perDay: row.perDay,
      perMinute: row.perMinute,
      gapMs: row.gapMs,
      connections: row.connections,
      rampPerDay: row.rampPerDay,
      paused: row.paused,
      pausedReason: row.pausedReason && inWords(row.pausedReason),
      pausedCode: row.pausedReason?.code ?? null,
      createdAt: instant(row.createdAt),
      reading: readingText(readingOf.get(row.id)),
    })),
  );
}

/** Where answers to an account are read, and since when; null where they are not. */
function readingText(row: ReadingRow | undefined) {
  if (row === undefined) return null;
  const { host, port, security, user, state, since, readFrom, lookedAt } = row;
  return {
    host,
    port,
    security,
    user,
    state,
    since: instant(since),
    readFrom: instant(readFrom),
    lookedAt: instant(lookedAt),
  };
}

const readme = [
  "Everything that this Amplify installation keeps of you.",
  "",
  "profile.json       who you are here, and where you are and were signed in",
  "accounts.json      your sending accounts and whether their answers are read, without passwords",
  "templates.json     your templates with their designs and HTML",
  "template-versions.json  what your templates were at earlier saves",
  "images.json        your uploaded pictures, their bytes in base64",
  "saved-rows.json    rows of mails that you kept under a name",
  "template-folders.json  the folders that your templates are in",
  "campaign-plans.json  your campaigns as you composed them, drafts too, and who did what with them",
  "campaigns.json     what was sent by them, with subject, content and what became of it",
  "sequence-leads.csv where each lead of a sequence stands",
  "deliveries.csv     one line for each recipient of each campaign, with when they answered or complained",
  "bounced-addresses.csv  addresses from which mails came back, as keyed hashes, and when the latest did",
  "clicks.csv         which recipient followed which link, and how often it was a machine",
  "leads.csv          your leads with the collections that they are in",
  "lead-notes.csv     what was noted of leads",
  "custom-fields.csv  the fields of your own that leads have, with the ids by which segments name them",
  "segments.json      your saved questions over leads",
  "imports.json       what you imported, from which file, and what came of it",
  "import-changes.csv what leads had before an import changed them, while it can be undone",
  "collections.csv    your collections, with the ids by which segments, campaigns and keys name them",
  "suppressions.csv   who must not be mailed, as keyed hashes: the addresses themselves are not kept",
  "optouts.csv        who left by which mail and why, as keyed hashes",
  "denials.csv        who of your deleted leads had denied being counted, as keyed hashes",
  "api-keys.json      your keys of the API, without what one calls with",
  "webhooks.json      where your programs are told of what happens, without the secrets",
  "api-requests.csv   what was called with them in the last days",
  "transactional-mails.csv  the mails that your programs asked for one by one, without what they said",
  "kind-suppressions.csv  which addresses take no mail of a kind, as keyed hashes",
  "sandbox-mails.csv  what the sandbox mailbox holds",
  "",
  "Times are in UTC. CSV files are UTF-8; a cell that begins with = + - or @ has an apostrophe before it,",
  "so that no spreadsheet program takes it for a formula.",
  "",
].join("\r\n");
