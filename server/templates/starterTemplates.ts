import { createHash } from "node:crypto";
import { createMetaStore } from "../../db/stores/installation/meta.ts";
import { createTemplateStore } from "../../db/stores/templates/templates.ts";
import { type Starter, starters } from "../../mail/starters/starters.ts";
import type { Core } from "../core/core.ts";
import { renderDesign } from "./renderDesign.ts";

/** What this installation has of the starters: the version that we wrote, and from what. */
type Installed = Record<string, { version: number; source: string }>;

const metaKey = "starterTemplates";

/**
 * The designs that come with the product, as public templates that belong to the installation. A newer product
 * brings newer ones; what an administrator has changed or deleted meanwhile stays as they left it. They are drawn
 * when somebody first asks for public templates, so that a start need not load what draws them.
 */
export function createStarterTemplates(core: Core) {
  const meta = createMetaStore(core.database);
  const templates = createTemplateStore(core.database);
  const base = core.settings.publicUrl;
  let installing: Promise<void> | undefined;

  async function install(): Promise<void> {
    const installed = ((await meta.value(metaKey)) ?? {}) as Installed;
    const wanted = starters.map((starter) => ({ starter, source: sourceOf(starter, base) }));
    const outdated = wanted.filter(({ starter, source }) => installed[starter.key]?.source !== source);
    if (outdated.length === 0) return;
    const next = { ...installed };
    for (const { starter, source } of outdated)
      next[starter.key] = { source, version: await put(starter, installed[starter.key]?.version) };
    await meta.put({ key: metaKey, value: next });
  }

  async function put({ key, title, make }: Starter, known: number | undefined): Promise<number> {
    const design = make();
    const { html } = await renderDesign({ design, base });
    const fields = { id: `starter-${key}`, name: title, design, html };
    const now = core.clock.now();
    if (known !== undefined)
      return (await templates.change({ ...fields, version: known, now }))?.version ?? known;
    const row = { ...fields, hasHtml: true, workspaceId: "", public: true, createdAt: now, updatedAt: now };
    await templates.addOnce({ ...row, version: 1 });
    return 1;
  }

  return {
    /** Once in a process's life; a failure is tried again at the next call, and keeps nobody from their work. */
    async installed(): Promise<void> {
      installing ??= install();
      await installing.catch((error) => {
        core.log.warn("The starters could not be put in place", { error });
        installing = undefined;
      });
    },
  };
}

/**
 * The same for the same design, whatever ids its blocks were given this time. Where the installation stands is part
 * of it: the pictures have their whole addresses in the mail, and an installation may move.
 */
function sourceOf({ title, make }: Starter, base: string | null): string {
  const text = JSON.stringify([title, make(), base], (name, value) =>
    name === "id" || name === "_meta" || name === "counters" ? undefined : value,
  );
  return createHash("sha256").update(text).digest("hex").slice(0, sourceCharacters);
}

const sourceCharacters = 16;
