/**
 * Runs a transaction whose `check` may find that there is nothing to change: it throws what it is given, which undoes
 * everything else of the commit, and null is answered.
 */
export async function unlessUnchanged<R>(work: (unchanged: Error) => Promise<R>): Promise<R | null> {
  const unchanged = new Error("nothing changed");
  try {
    return await work(unchanged);
  } catch (error) {
    if (error === unchanged) return null;
    throw error;
  }
}
