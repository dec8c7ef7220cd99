/** What a page leaves for the sign-in page that follows it: why one is there, and who one is. */
export type PassingNotice = {
  kind: "signedUp" | "passwordChanged" | "signedOut" | "deleted" | "notVerified";
  email?: string;
  /** What the server said, where that is better than the kind's own words. */
  message?: string;
};

const key = "passing";
const kinds: readonly string[] = ["signedUp", "passwordChanged", "signedOut", "deleted", "notVerified"];

/** For this tab only, and read once. Where storage is forbidden the notice is lost, which stops nobody. */
export function leaveNotice(notice: PassingNotice): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(notice));
  } catch {
    // See above.
  }
}

export function takeNotice(): PassingNotice | null {
  try {
    const left: unknown = JSON.parse(sessionStorage.getItem(key) ?? "null");
    sessionStorage.removeItem(key);
    return isNotice(left) ? left : null;
  } catch {
    return null;
  }
}

function isNotice(value: unknown): value is PassingNotice {
  return typeof value === "object" && value !== null && "kind" in value && kinds.includes(String(value.kind));
}
