/** Lets whatever waits have its turn between two pieces of long work: SQLite is asked in this thread. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
