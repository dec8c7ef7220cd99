import { boot } from "./boot.ts";
import { readSettings } from "./settings.ts";
import { version } from "./version.ts";

/**
 * Serves until SIGTERM or SIGINT, then ends what is under way and exits 0. Prints one line with the address
 * once it answers, and one sentence with exit code 1 when it cannot start.
 */
export async function serve(options: { dev?: boolean } = {}): Promise<void> {
  // Everything in the data folder is for its owner alone, also where the folder itself is open to others.
  process.umask(0o077);
  try {
    const running = await boot(readSettings(process.env), options);
    console.log(`Amplify ${version} is ready on ${running.url}`);
    stopOnSignal(() => running.close());
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

/** The first signal drains; a second one means that somebody is not willing to wait. */
export function stopOnSignal(close: () => Promise<void>): void {
  let isStopping = false;
  const stop = async () => {
    if (isStopping) process.exit(1);
    isStopping = true;
    await close();
    process.exit(0);
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
}
