import { mailPartsPath } from "./mailPartsPath.ts";

let loading: Promise<void> | undefined;

/** Loads the exporters' templates, once. It must be done before anything imports the exporters. */
export function loadMailParts(): Promise<void> {
  loading ??= load().catch((error: unknown) => {
    // The next try begins afresh.
    loading = undefined;
    throw error;
  });
  return loading;
}

function load(): Promise<void> {
  // From source, outside of a bundle, the exporters still compile their own.
  if (mailPartsPath === "") return Promise.resolve();
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = mailPartsPath;
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      reject(new Error("The editor could not be loaded"));
    };
    document.head.append(script);
  });
}
