import { compileReadily } from "#platform/runtime";
import { serverLimits } from "../contract/limits/http.ts";
import { adminTexts } from "../contract/texts/terminal/admin.ts";
import { boot } from "./boot.ts";
import { bootBehind } from "./bootBehind.ts";
import { printLine, printNote } from "./commands/print.ts";
import { faultInWords, remarkInWords } from "./core/faultInWords.ts";
import { inTexts } from "./core/inWords.ts";
import { version } from "./core/version.ts";
import { logUnhandled } from "./log/logUnhandled.ts";
import { faultOfStart } from "./openDatabase.ts";
import { rolesFrom } from "./roles.ts";
import { loadSettings } from "./settings/loadSettings.ts";

export type ServeOptions = {
  dev?: boolean | undefined;
  /** What the process does; everything unless said. */
  role?: readonly string[] | undefined;
};

/**
 * Serves until SIGTERM or SIGINT, or until its window is closed, then ends what is under way and exits 0. Prints one line with the address
 * once it answers, and one sentence with exit code 1 when it cannot start.
 */
export async function serve({ dev = false, role = [] }: ServeOptions = {}): Promise<void> {
  // Everything in the data folder is for its owner alone, also where the folder itself is open to others.
  process.umask(0o077);
  let databaseUrl: string | null = null;
  try {
    const { settings, warnings } = loadSettings();
    databaseUrl = settings.databaseUrl;
    for (const warning of warnings) printNote(remarkInWords(warning));
    const roles = rolesFrom(role, settings);
    // Whoever gets an answer may stop the server at once, while the rest of it still begins.
    const onWork = () => stopOnSignal(async () => (await starting).close());
    const starting = roles.has("server")
      ? boot(settings, { dev, roles, onWork })
      : bootBehind(settings, { roles, onWork });
    const running = await starting;
    compileReadily();
    logUnhandled(running.core.log);
    const { readyOn, readyAs } = inTexts(adminTexts).serve;
    printLine(
      roles.has("server")
        ? readyOn({ version, url: running.url })
        : readyAs({ version, roles: [...roles], healthUrl: running.listeningOn }),
    );
  } catch (error) {
    printNote(faultInWords(faultOfStart(error, databaseUrl)));
    process.exit(1);
  }
}

/**
 * The first signal drains; a second one means that somebody is not willing to wait. One press of Ctrl+C comes twice where
 * `bun run` hands on what the terminal has given to all of its group, and so does what a supervisor gives to one.
 */
export function stopOnSignal(close: () => Promise<void>): void {
  let firstAt: number | null = null;
  const stop = async () => {
    if (firstAt !== null) {
      if (performance.now() - firstAt > serverLimits.sameSignalMs) process.exit(1);
      return;
    }
    firstAt = performance.now();
    await close();
    process.exit(0);
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  // The window is closed that it was started in. Without one, as with nohup, it is to go on.
  if (process.stdin.isTTY || process.stderr.isTTY) process.on("SIGHUP", stop);
}
