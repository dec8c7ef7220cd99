/** "look": it works, but somebody should know. */
export type Finding = { state: "ok" | "look" | "wrong"; text: string };

export function inMegabytes(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(1);
}
