import { designLimits } from "../../../../contract/limits/design.ts";

/** Where Unlayer's editor comes from; the page's policy names its host when the installation has switched it on. */
export const unlayerScript = "https://editor.unlayer.com/embed.js?2";

/** How the loading of Unlayer's script ended; all but "ready" leave nothing behind and may be tried again. */
export type UnlayerEnding = "ready" | "blocked" | "csp" | "timeout" | "not-unlayer";

/** Loads Unlayer's script. It never throws and never waits for ever, which Unlayer's own loader does. */
export function loadUnlayer({ timeoutMs = designLimits.unlayerMs } = {}): Promise<UnlayerEnding> {
  if (isUnlayerThere()) return Promise.resolve("ready");
  return new Promise((resolve) => {
    const script = document.createElement("script");
    script.src = unlayerScript;
    const end = (ending: UnlayerEnding) => {
      clearTimeout(timer);
      document.removeEventListener("securitypolicyviolation", refused);
      // A script element that failed would be mistaken for one that is still loading.
      if (ending !== "ready") script.remove();
      resolve(ending);
    };
    const refused = ({ blockedURI }: SecurityPolicyViolationEvent) => {
      if (blockedURI.startsWith("https://editor.unlayer.com")) end("csp");
    };
    const timer = setTimeout(() => end("timeout"), timeoutMs);
    document.addEventListener("securitypolicyviolation", refused);
    script.onload = () => end(isUnlayerThere() ? "ready" : "not-unlayer");
    // The policy's own event comes after the error: it is let through first.
    script.onerror = () => setTimeout(() => end("blocked"));
    document.head.append(script);
  });
}

function isUnlayerThere(): boolean {
  const { unlayer } = window as { unlayer?: unknown };
  return (
    typeof unlayer === "object" &&
    unlayer !== null &&
    "createEditor" in unlayer &&
    typeof unlayer.createEditor === "function"
  );
}
