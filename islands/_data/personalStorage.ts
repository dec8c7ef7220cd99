/** What this browser stores for one person. If storage is forbidden, it is kept in memory until the page is left. */
type PersonalStorage<Value> = {
  /** What this person stored; null if there is nothing, or if it is somebody else's or in an older format. */
  read: (uid: string) => Value | null;
  /** Null deletes it. */
  keep: (uid: string, value: Value | null) => void;
};

export function personalStorage<Value extends object>({
  storage,
  key,
  isValue,
}: {
  /** For this tab alone, or for all tabs of this browser. */
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
