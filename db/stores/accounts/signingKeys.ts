import { and, asc, count, eq, isNotNull, ne } from "drizzle-orm";
import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import { refused } from "../../../contract/refused.ts";
import type { Database } from "../../database.ts";

export type SigningKeyRow = Database["tables"]["signingKeys"]["$inferSelect"];
type OfDomain = { workspaceId: WorkspaceId; domain: string };
type Of = { workspaceId: WorkspaceId; domain: string; id: string };

/** The keys that mails are signed with, by workspace and domain. */
export function createSigningKeyStore({ read, atomically, tables }: Database) {
  const { signingKeys } = tables;
  const ofDomain = ({ workspaceId, domain }: OfDomain) =>
    and(eq(signingKeys.workspaceId, workspaceId), eq(signingKeys.domain, domain));
  return {
    async ofDomain(of: OfDomain): Promise<SigningKeyRow[]> {
      return read.select().from(signingKeys).where(ofDomain(of)).orderBy(asc(signingKeys.id));
    },

    /** The key to sign with; null if there is none. */
    async inUse(of: OfDomain): Promise<SigningKeyRow | null> {
      const [row] = await read
        .select()
        .from(signingKeys)
        .where(and(ofDomain(of), isNotNull(signingKeys.signsSince)))
        .limit(1);
      return row ?? null;
    },

    /** @throws {Refusal} conflict where the domain has as many as are allowed. */
    async add(row: SigningKeyRow, countMax: number): Promise<void> {
      await atomically(
        (write) => ({
          added: write.insert(signingKeys).values(row),
          counts: write.select({ count: count() }).from(signingKeys).where(ofDomain(row)),
        }),
        ({ counts: [counted] }) => {
          if ((counted?.count ?? 0) > countMax) throw refused("domain_keys_too_many", { max: countMax });
        },
      );
    },

    /** Makes this the only key of the domain to sign with. */
    async use(of: Of, { signsSince, signsEd25519 }: { signsSince: number; signsEd25519: boolean }) {
      await atomically((write) => ({
        others: write
          .update(signingKeys)
          .set({ signsSince: null })
          .where(and(ofDomain(of), ne(signingKeys.id, of.id))),
        used: write
          .update(signingKeys)
          .set({ signsSince, signsEd25519 })
          .where(and(ofDomain(of), eq(signingKeys.id, of.id))),
      }));
    },

    async stop(of: Of): Promise<void> {
      await atomically((write) => ({
        stopped: write
          .update(signingKeys)
          .set({ signsSince: null })
          .where(and(ofDomain(of), eq(signingKeys.id, of.id))),
      }));
    },

    async remove(of: Of): Promise<boolean> {
      const { removed } = await atomically((write) => ({
        removed: write
          .delete(signingKeys)
          .where(and(ofDomain(of), eq(signingKeys.id, of.id)))
          .returning({ id: signingKeys.id }),
      }));
      return removed.length === 1;
    },

    async removeAllOf(of: OfDomain): Promise<void> {
      await atomically((write) => ({ removed: write.delete(signingKeys).where(ofDomain(of)) }));
    },
  };
}
