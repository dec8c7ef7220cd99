let isLost = false;

/** Told by whoever is connected to the server all the time, when that connection is lost and when it is back. */
export function connectionLost(lost: boolean): void {
  isLost = lost;
}

/**
 * Resolves at once as long as there is no reason to doubt that the server can be reached, else as soon as it has answered.
 * Throws if it does not answer.
 */
export async function serverAnswers(): Promise<void> {
  if (!isLost && navigator.onLine) return;
  await fetch("/healthz", { cache: "no-store" });
}
