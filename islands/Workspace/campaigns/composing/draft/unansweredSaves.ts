/** What was sent to be saved and not answered yet: it may be saved all the same, and is then no change by somebody else. */
export class UnansweredSaves {
  #sent: object[] = [];

  /** It is on its way. */
  note(change: object): void {
    this.#sent.push(change);
  }

  /** It was answered, or a person has decided. */
  forget(): void {
    this.#sent = [];
  }

  /** Whether what is saved now is what one of them says. */
  isIn(saved: object): boolean {
    return this.#sent.some((change) =>
      Object.entries(change).every(([key, value]) => isSame(value, Reflect.get(saved, key))),
    );
  }
}

/** A text is kept without blanks around it. */
function isSame(a: unknown, b: unknown): boolean {
  if (typeof a === "string" && typeof b === "string") return a.trim() === b.trim();
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return a === b;
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].every((key) => isSame(Reflect.get(a, key), Reflect.get(b, key)));
}
