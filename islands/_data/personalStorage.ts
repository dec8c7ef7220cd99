/** What this browser keeps of one person. Where storage is forbidden it is known until the page is left. */
export type PersonalStorage<Value> = {
  /** As this person left it; null where nothing is kept, or something of somebody else or of an older shape. */
  read: (uid: string) => Value | null;
  /** Null forgets it. */
  keep: (uid: string, value: Value | null) => void;
};

export function personalStorage<Value extends object>({
  storage,
  key,
  isValue,
}: {
  /** Of this tab alone, or of every one of this browser. */
  storage: "sessionStorage" | "localStorage";
  key: string;
  isValue: (left: Partial<Value>) => left is Value;
}): PersonalStorage<Value> {
  return {
    read(uid) {
      try {
        const left: unknown = JSON.parse(window[storage].getItem(key) ?? "null");
        if (typeof left !== "object" || left === null) return null;
        const { uid: whose, ...value } = left as Partial<Value> & { uid?: unknown };
        return whose === uid && isValue(value as Partial<Value>) ? (value as unknown as Value) : null;
      } catch {
        return null;
      }
    },
    keep(uid, value) {
      try {
        if (value === null) window[storage].removeItem(key);
        else window[storage].setItem(key, JSON.stringify({ uid, ...value }));
      } catch {
        // See above.
      }
    },
  };
}
