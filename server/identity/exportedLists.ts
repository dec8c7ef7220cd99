import type { WorkspaceId } from "../../contract/identity/scope.ts";
import { designLimits } from "../../contract/limits/design.ts";
import { accountLimits } from "../../contract/limits/identity.ts";
import { templateLimits } from "../../contract/limits/templates.ts";
import type { ExportStore } from "../../db/stores/identity/exports.ts";
import type { ImageStore } from "../../db/stores/templates/images.ts";
import type { SavedRowStore } from "../../db/stores/templates/savedRows.ts";
import type { TemplateFolderStore } from "../../db/stores/templates/templateFolders.ts";
import type { TemplateStore } from "../../db/stores/templates/templates.ts";
import type { TemplateVersionStore } from "../../db/stores/templates/templateVersions.ts";
import { rejectsOf } from "../imports/index.ts";
import { campaignSenderText } from "../sending/campaignSender.ts";
import { instant, rowByRow } from "./exportedTables.ts";

/** A whole value as JSON that a person can read. */
export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** A JSON array, one value a line, written as its values come. */
export async function* jsonArray(values: AsyncIterable<unknown>): AsyncGenerator<string> {
  let glue = "[\n";
  for await (const value of values) {
    yield glue + JSON.stringify(value);
    glue = ",\n";
  }
  yield glue === "[\n" ? "[]\n" : "\n]\n";
}

/** The person's own templates; a few at a time, because one may weigh two megabytes. */
export async function* exportedTemplates(
  store: TemplateStore,
  workspaceId: WorkspaceId,
): AsyncGenerator<unknown> {
  const countMax = templateLimits.streamBatch;
  const rows = rowByRow(
    (afterId) => store.ownedBatch({ workspaceId, afterId, countMax }),
    (row) => row.id,
  );
  for await (const row of rows)
    yield {
      _id: row.id,
      name: row.name,
      html: row.html,
      design: row.design,
      version: row.version,
      createdAt: instant(row.createdAt),
      updatedAt: instant(row.updatedAt),
    };
}

/** What those templates were before they were saved anew. */
export async function* exportedVersions(
  store: TemplateVersionStore,
  workspaceId: WorkspaceId,
): AsyncGenerator<unknown> {
  const countMax = templateLimits.streamBatch;
  let after = { templateId: "", version: 0 };
  for (;;) {
    const rows = await store.ownedBatch({ workspaceId, after, countMax });
    const last = rows.at(-1);
    if (last === undefined) return;
    for (const { templateId, version, name, html, design, savedAt } of rows)
      yield { templateId, version, name, html, design, savedAt: instant(savedAt) };
    after = last;
  }
}

export async function* exportedImages(store: ImageStore, workspaceId: WorkspaceId): AsyncGenerator<unknown> {
  const countMax = designLimits.images.exportBatch;
  const rows = rowByRow(
    (afterId) => store.batch({ workspaceId, afterId, countMax }),
    (row) => row.id,
  );
  for await (const { workspaceId: _owner, id, createdAt, ...row } of rows)
    yield { _id: id, ...row, createdAt: instant(createdAt) };
}

export async function* exportedSavedRows(
  store: SavedRowStore,
  workspaceId: WorkspaceId,
): AsyncGenerator<unknown> {
  const rows = await store.newestFirst({ workspaceId, countMax: designLimits.savedRows.perUser });
  for (const { id, name, row, createdAt } of rows)
    yield { _id: id, name, row, createdAt: instant(createdAt) };
}

/** Each with the templates that are in it, by their ids in templates.json. */
export async function* exportedFolders(
  store: TemplateFolderStore,
  workspaceId: WorkspaceId,
): AsyncGenerator<unknown> {
  const places = await store.placesOf(workspaceId);
  for (const { id, name, createdAt } of await store.byName({
    workspaceId,
    countMax: templateLimits.foldersMax,
  })) {
    const templates = places.flatMap(({ folderId, templateId }) => (folderId === id ? [templateId] : []));
    yield { _id: id, name, templates, createdAt: instant(createdAt) };
  }
}

export async function* exportedCampaigns(
  store: ExportStore,
  workspaceId: WorkspaceId,
): AsyncGenerator<unknown> {
  // A campaign carries its whole content, as a template does.
  const countMax = templateLimits.streamBatch;
  const rows = rowByRow(
    (afterId) => store.campaignBatch({ workspaceId, afterId, countMax }),
    ({ campaign }) => campaign.id,
  );
  for await (const { campaign: row, html } of rows)
    yield {
      _id: row.id,
      planId: row.planId,
      step: row.step + 1,
      variantId: row.variantId,
      subject: row.subject,
      from: campaignSenderText(row),
      provider: row.provider,
      html,
      state: row.state,
      total: row.total,
      trackOpens: row.trackOpens,
      trackClicks: row.trackClicks,
      createdAt: instant(row.createdAt),
      finishedAt: instant(row.finishedAt),
    };
}

/** What was imported, from which file, and what came of it. */
export async function* exportedImports(
  store: ExportStore,
  workspaceId: WorkspaceId,
): AsyncGenerator<unknown> {
  const countMax = accountLimits.exportBatch;
  const rows = rowByRow(
    (afterId) => store.importBatch({ workspaceId, afterId, countMax }),
    (row) => row.id,
  );
  for await (const row of rows)
    yield {
      _id: row.id,
      name: row.name,
      state: row.state,
      createdAt: instant(row.createdAt),
      startedAt: instant(row.startedAt),
      rowCount: row.rowCount,
      choice: row.choice,
      added: row.added,
      updated: row.updated,
      skipped: row.skipped,
      optedOut: row.optedOut,
      rejected: row.rejected,
      rejectedOptouts: row.rejectedOptouts,
      rejects: rejectsOf(row).rows,
    };
}
