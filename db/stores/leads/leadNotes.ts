import { and, count, desc, eq, type SQL } from "drizzle-orm";
import type { UserId, WorkspaceId } from "../../../contract/identity/scope.ts";
import type { Database } from "../../database.ts";
import type { Tables } from "../../tables.ts";

type OfLead = { workspaceId: WorkspaceId; leadId: string };
type NewNote = OfLead & { id: string; authorId: UserId; text: string; createdAt: number };
/** The author is null if they no longer exist in the installation. */
export type ShownNote = Pick<NewNote, "id" | "text" | "createdAt"> & {
  author: { firstName: string; lastName: string } | null;
};

/** Notes that people of a workspace wrote about its leads. */
export function createLeadNoteStore({ read, atomically, tables }: Database) {
  const { leadNotes, leads, users } = tables;
  const { firstName, lastName } = users;
  return {
    /** The newest first. */
    async of({ countMax, ...lead }: OfLead & { countMax: number }): Promise<ShownNote[]> {
      const { id, text, createdAt } = leadNotes;
      return read
        .select({ id, text, createdAt, author: { firstName, lastName } })
        .from(leadNotes)
        .leftJoin(users, eq(users.id, leadNotes.authorId))
        .where(ofLead(tables, lead))
        .orderBy(desc(id))
        .limit(countMax);
    },

    /**
     * `allow` is given the number of the lead's notes including this one, and whether the lead is still there; it undoes the
     * addition by throwing.
     */
    async add(note: NewNote, allow: (state: { noteCount: number; isThere: boolean }) => void): Promise<void> {
      await atomically(
        (write) => ({
          added: write.insert(leadNotes).values(note),
          notes: write.select({ count: count() }).from(leadNotes).where(ofLead(tables, note)),
          lead: write
            .select({ id: leads.id })
            .from(leads)
            .where(and(eq(leads.id, note.leadId), eq(leads.workspaceId, note.workspaceId))),
        }),
        ({ notes, lead }) => allow({ noteCount: notes[0]?.count ?? 0, isThere: lead.length === 1 }),
      );
    },

    /** False if there is none. */
    async remove({ id, ...lead }: OfLead & { id: string }): Promise<boolean> {
      const { removed } = await atomically((write) => ({
        removed: write
          .delete(leadNotes)
          .where(and(eq(leadNotes.id, id), ofLead(tables, lead)))
          .returning({ id: leadNotes.id }),
      }));
      return removed.length === 1;
    },
  };
}

function ofLead({ leadNotes }: Tables, { workspaceId, leadId }: OfLead): SQL | undefined {
  return and(eq(leadNotes.workspaceId, workspaceId), eq(leadNotes.leadId, leadId));
}
