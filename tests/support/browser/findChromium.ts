import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";

/** The same engine without a browser's own windows: a test costs two thirds of the processor time. */
const headlessShell = "/usr/bin/chromium-headless-shell";

const places = [
  headlessShell,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/**
 * A Chromium for the browser tests: the one that `CHROMIUM_PATH` names, one that is installed, or one installed now
 * by apt-get, while others go on. Null where apt-get cannot be used: nothing else is downloaded, and whoever runs the
 * tests sets `CHROMIUM_PATH`.
 */
export async function findChromium(): Promise<string | null> {
  const found = installed();
  if (found) return found;
  if (existsSync("/usr/bin/apt-get") && process.getuid?.() === 0) {
    console.log("Installing Chromium by apt-get, because none was found");
    await run("apt-get", ["update", "-qq"]);
    for (const name of ["chromium-headless-shell", "chromium"]) {
      await run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", name]);
      const now = installed();
      if (now) return now;
    }
  }
  return null;
}

function installed(): string | null {
  const named = process.env.CHROMIUM_PATH;
  if (named && existsSync(named)) return named;
  return places.find((place) => existsSync(place)) ?? null;
}

async function run(program: string, args: string[]): Promise<void> {
  const child = spawn(program, args, {
    stdio: "inherit",
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
  await Promise.race([once(child, "close"), once(child, "error")]);
}
