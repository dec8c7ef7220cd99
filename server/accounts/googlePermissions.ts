import { z } from "zod";
import { type CredentialRow, createCredentialStore } from "../../db/stores/accounts/credentials.ts";
import type { NewJob } from "../../db/stores/jobs/enqueueing.ts";
import type { Core } from "../core/core.ts";
import { createGoogleTokenEndpoint } from "../google/googleTokenEndpoint.ts";
import type { JobHandler } from "../jobs/handler.ts";
import { JobFault } from "../jobs/JobFault.ts";
import { newJob } from "../jobs/jobs.ts";
import { openedSecret } from "./credentialRows.ts";

/** The permission as its account kept it, sealed: what is in a job is no secret. */
const permission = z.object({
  workspaceId: z.string(),
  id: z.string(),
  googleSubject: z.string(),
  secret: z.string(),
});

export type GooglePermissions = ReturnType<typeof createGooglePermissions>;

/** Permissions to send that are kept for connected Google accounts, and their end. */
export function createGooglePermissions(core: Core) {
  const { google } = core.settings;
  const endpoint = google && createGoogleTokenEndpoint(google);
  const store = createCredentialStore(core.database);

  return {
    /** The jobs that tell Google that these accounts need their permission no more; written with the accounts' end. */
    returning(rows: readonly CredentialRow[]): NewJob[] {
      if (endpoint === null) return [];
      return rows.flatMap(({ type, workspaceId, id, googleSubject, secret }) => {
        if (type !== "gscope" || googleSubject === null || secret === null) return [];
        const payload: z.infer<typeof permission> = { workspaceId, id, googleSubject, secret };
        // The installation's own, since with a workspace its jobs go too.
        return [newJob(core, { kind: "permissionReturn", payload })];
      });
    },

    /** Told twice, Google does no more than told once. */
    handler: {
      async run({ payload }) {
        const { googleSubject, ...kept } = permission.parse(payload);
        // Google ends everything that one account allowed this installation, so whoever else uses it would lose it too.
        if (endpoint === null || (await store.isConnected(googleSubject))) return;
        const token = openedSecret(core, kept);
        await endpoint.revoke(token).catch((cause) => {
          throw new JobFault("google_unreached", "A permission could not be given back to Google", { cause });
        });
      },
    } satisfies JobHandler,
  };
}
