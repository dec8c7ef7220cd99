import type { Scope } from "../../contract/identity/scope.ts";
import { leadLimits } from "../../contract/limits/leads.ts";
import { refused } from "../../contract/refused.ts";
import type { LeadNote } from "../../contract/schemas/leadNotes.ts";
import { createLeadNoteStore, type ShownNote } from "../../db/stores/leads/leadNotes.ts";
import { createLeadStore } from "../../db/stores/leads/leads.ts";
import type { Core } from "../core/core.ts";

type OfLead = Scope & { id: string };

export type LeadNoteService = ReturnType<typeof createLeadNoteService>;

/** Notes about a lead. Everybody of the workspace reads them, and deletes what is no longer true. */
export function createLeadNoteService(core: Core) {
  const notes = createLeadNoteStore(core.database);
  const leads = createLeadStore(core.database);
  const countMax = leadLimits.notesMax;

  /** @throws {Refusal} not_found. */
  async function known({ workspaceId, id }: OfLead) {
    if ((await leads.one({ workspaceId, id })) === null) throw refused("lead_not_found");
    return { workspaceId, leadId: id };
  }

  return {
    /** The newest first. @throws {Refusal} not_found. */
    async list(of: OfLead): Promise<LeadNote[]> {
      return (await notes.of({ ...(await known(of)), countMax })).map(noteAnswer);
    },

    /** @throws {Refusal} not_found, conflict when the lead has as many as it may. */
    async add(of: OfLead, text: string): Promise<LeadNote> {
      const lead = await known(of);
      const id = core.newId();
      await notes.add(
        { ...lead, id, authorId: of.userId, text, createdAt: core.clock.now() },
        ({ noteCount, isThere }) => {
          // It may have been deleted since: nobody would ever see the note, or delete it.
          if (!isThere) throw refused("lead_not_found");
          if (noteCount > countMax) throw refused("notes_too_many", { max: countMax });
        },
      );
      const added = (await notes.of({ ...lead, countMax })).find((note) => note.id === id);
      if (added === undefined) throw refused("note_not_found");
      return noteAnswer(added);
    },

    /** @throws {Refusal} not_found. */
    async remove(of: OfLead, noteId: string): Promise<void> {
      if (!(await notes.remove({ ...(await known(of)), id: noteId }))) throw refused("note_not_found");
    },
  };
}

function noteAnswer({ id, text, createdAt, author }: ShownNote): LeadNote {
  return {
    _id: id,
    text,
    at: createdAt,
    by: author === null ? null : `${author.firstName} ${author.lastName}`.trim(),
  };
}
