import { type CredentialRow, createCredentialStore } from "../../db/stores/accounts/credentials.ts";
import type { Core } from "../core/core.ts";
import { createTokenEndpoint } from "../google/tokenEndpoint.ts";
import { accountOf } from "./credentialRows.ts";

/** Permissions to send that are kept for connected Google accounts, and their end. */
export function createGooglePermissions(core: Core) {
  const { google } = core.settings;
  const endpoint = google && createTokenEndpoint(google);
  const store = createCredentialStore(core.database);

  async function giveBackOne(row: CredentialRow): Promise<void> {
    if (endpoint === null || row.type !== "gscope" || row.googleSubject === null) return;
    // Google ends everything that one account allowed this installation, so whoever else uses it would lose it too.
    if (await store.isConnected(row.googleSubject)) return;
    await endpoint.revoke(accountOf(core, { row, connections: 1 }).password);
  }

  return {
    /** Tells Google that these accounts, removed just now, need their permission no more. Nobody waits for it. */
    giveBack(rows: readonly CredentialRow[]): void {
      for (const row of rows)
        giveBackOne(row).catch((error) =>
          core.log.warn("A permission could not be given back to Google", { account: row.id, error }),
        );
    },
  };
}
