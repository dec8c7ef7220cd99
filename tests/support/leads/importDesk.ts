import { afterEach, beforeEach } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PlannedScope } from "../../../contract/identity/scope.ts";
import { reason } from "../../../contract/reasons.ts";
import type { ImportChoice, ImportJob } from "../../../contract/schemas/imports.ts";
import type { Database } from "../../../db/database.ts";
import { createImportService } from "../../../server/imports/imports.ts";
import { createJobs } from "../../../server/jobs/jobs.ts";
import { emptyBeforeEach, type OpenEmpty } from "../db/databases.ts";
import { until } from "../until.ts";
import { leadBook } from "./leadBook.ts";

export type ImportDesk = ReturnType<typeof importDesk>;

/** Leads and imports over an open database, with a folder for the files and no server around it. */
export function importDesk(database: Database, { plans = "off" }: { plans?: "on" | "off" } = {}) {
  const book = leadBook(database, { plans });
  const dataFolder = mkdtempSync(join(tmpdir(), "amplify-imports-"));
  const core = { ...book.core, settings: { ...book.core.settings, dataFolder } };
  const jobs = createJobs(core);
  const files = createImportService(core, { jobs });
  jobs.start({ import: files.handler });
  const keyOf = (scope: PlannedScope, job: ImportJob) => ({ ...scope, id: job._id });
  const look = (scope: PlannedScope, job: ImportJob) =>
    files.one(keyOf(scope, job), { sheet: undefined, signal: new AbortController().signal });

  async function over(scope: PlannedScope, job: ImportJob): Promise<ImportJob> {
    let current = job;
    await until(async () => {
      current = await look(scope, job);
      return current.state !== "running" && current.state !== "undoing";
    }, 60_000);
    return current;
  }

  const upload = async (
    scope: PlannedScope,
    content: Blob | string,
    { name = "leads.csv", signal = null }: { name?: string; signal?: AbortSignal | null } = {},
  ): Promise<ImportJob> => {
    await beThere(database, scope);
    const body = new Blob([content]);
    // Every client says how long a file is; without that it may be as long as all of the room.
    const headers = { "content-length": String(body.size) };
    return files.upload(scope, {
      name,
      request: new Request("http://in.test/", { method: "POST", body, headers, signal }),
    });
  };

  return {
    ...book,
    core,
    files,
    jobs,
    dataFolder,
    keyOf,
    look,
    over,
    upload,

    /** Uploads and starts, with the columns as they are guessed. */
    async begin(
      scope: PlannedScope,
      content: Blob | string,
      choice: Partial<ImportChoice> = {},
    ): Promise<ImportJob> {
      const job = await upload(scope, content);
      return files.start(scope, {
        id: job._id,
        choice: { columns: job.guess, collection: "all", existing: "update", ...choice },
      });
    },

    /** The whole import. */
    async import(
      scope: PlannedScope,
      content: Blob | string,
      choice: Partial<ImportChoice> = {},
    ): Promise<ImportJob> {
      return over(scope, await this.begin(scope, content, choice));
    },

    async undo(scope: PlannedScope, job: ImportJob): Promise<ImportJob> {
      return over(scope, await files.undo(keyOf(scope, job)));
    },

    async close(): Promise<void> {
      await jobs.close();
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}

/** Opens a desk over an empty database before each test, and closes both afterwards. */
export function deskBeforeEach(open: OpenEmpty, plans: "on" | "off" = "off"): () => ImportDesk {
  const database = emptyBeforeEach(open);
  let desk: ImportDesk | undefined;
  beforeEach(() => {
    desk = importDesk(database(), { plans });
  });
  afterEach(() => desk?.close());
  return () => desk as ImportDesk;
}

/** Nothing is taken in for a workspace that is gone. */
async function beThere({ atomically, tables }: Database, { workspaceId }: PlannedScope): Promise<void> {
  await atomically((write) => ({
    workspace: write.insert(tables.workspaces).values({ workspaceId, createdAt: 1 }).onConflictDoNothing(),
  }));
}

/** A row that was not taken, as an import's report has it. */
export function rejected(
  row: number,
  text: string,
  words: string,
  code: "email_invalid" | "name_or_email_missing",
) {
  return { row, text, reason: words, cause: reason(code) };
}
