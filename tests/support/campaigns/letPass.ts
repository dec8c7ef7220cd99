/**
 * As if so long went by for what waits: leads of sequences that are to be looked at again are due, and jobs are free
 * whose workers have died (or have not: then two of them have one).
 */
export async function letPass(ask: (sql: string) => Promise<unknown>, ms: number): Promise<void> {
  await ask(`UPDATE enrolments SET "dueAt" = "dueAt" - ${ms} WHERE "dueAt" IS NOT NULL`);
  await ask(`UPDATE jobs SET "dueAt" = "dueAt" - ${ms}, "leaseUntil" = "leaseUntil" - ${ms}`);
}
