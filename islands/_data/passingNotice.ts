/** What a page leaves for the sign-in page that follows: why the person is sent there, and who they are. */
export type PassingNotice = {
  kind: (typeof kinds)[number];
  email?: string;
  /** What the server said, if that is more precise than the text for this kind. */
  message?: string;
  /** The page to return to, if it is not the workspace. */
  backTo?: string;
};

const key = "passing";
const kinds = [
  "signedUp",
  "passwordChanged",
  "signedOut",
  "signedOutEverywhere",
  "deleted",
  "notVerified",
  "ended",
  "linkGoogle",
] as const;

/** For this tab only, and read once. If storage is forbidden, the notice is lost, which prevents nothing. */
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
  if (typeof value !== "object" || value === null) return false;
  const { kind, backTo } = value as Partial<PassingNotice>;
  // Only a page of ours, and nothing that a browser could take for another host.
  return kinds.some((known) => known === kind) && (backTo === undefined || /^\/[a-z]/.test(backTo));
}
