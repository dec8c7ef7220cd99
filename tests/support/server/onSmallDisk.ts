import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { program } from "./program.ts";
import type { Finished } from "./runCli.ts";

// A name space of its own: what is mounted there is seen by nobody else, and goes with its last process.
const apart = ["unshare", "--user", "--map-root-user", "--mount"];

/** Whether this machine lets a test mount a disk of its own. */
export const canMount: boolean = (() => {
  try {
    return Bun.spawnSync([...apart, "mount", "-t", "tmpfs", "none", "/mnt"]).success;
  } catch {
    return false;
  }
})();

/** Runs a shell script on a disk of its own that is mounted at a folder, of so many MB. */
export async function shellOnDisk(
  script: string,
  {
    disk,
    megabytes,
    env = process.env,
  }: { disk: string; megabytes: number; env?: Record<string, string | undefined> },
): Promise<{ code: number; stdout: string; stderr: string }> {
  mkdirSync(disk, { recursive: true });
  const mounted = `mount -t tmpfs -o size=${megabytes}m none "${disk}" || exit 99\n${script}`;
  const child = Bun.spawn([...apart, "sh", "-c", mounted], { env, stdout: "pipe", stderr: "pipe" });
  const [stdout, stderr, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { code, stdout, stderr };
}

type Small = {
  env: Record<string, string>;
  /** Where the disk of 8 MB is mounted; it is the data folder. */
  disk: string;
  /** What becomes of it once a server has made an installation there. */
  make: "remount,ro" | "full";
};

/** Makes an installation on a disk of its own, spoils the disk, and answers what a server and the doctor say then. */
export async function onSmallDisk({
  env,
  disk,
  make,
}: Small): Promise<{ started: Finished; looked: Finished }> {
  mkdirSync(disk, { recursive: true });
  const said = `${disk}-said`;
  mkdirSync(said, { recursive: true });
  const spoil =
    make === "full" ? `dd if=/dev/zero of="${disk}/fill" bs=4k 2>/dev/null` : `mount -o ${make} "${disk}"`;
  const amplify = program.map((part) => `"${part}"`).join(" ");
  const script = `
    mount -t tmpfs -o size=8m none "${disk}" || exit 99
    ${amplify} serve >"${said}/first" 2>&1 & server=$!
    until grep -q "is ready" "${said}/first"; do kill -0 $server || exit 98; sleep 0.1; done
    kill $server; wait $server
    ${spoil}
    timeout 60 ${amplify} serve >"${said}/started.out" 2>"${said}/started.err"; echo $? >"${said}/started.code"
    timeout 60 ${amplify} doctor >"${said}/looked.out" 2>"${said}/looked.err"; echo $? >"${said}/looked.code"`;
  const code = await Bun.spawn([...apart, "sh", "-c", script], { env, stdout: "ignore", stderr: "inherit" })
    .exited;
  if (code !== 0) throw new Error(`the disk could not be prepared: ${code}`);
  const finished = async (name: string): Promise<Finished> => {
    const text = (end: string) => Bun.file(join(said, `${name}.${end}`)).text();
    return {
      code: Number(await text("code")),
      stdout: await text("out"),
      stderr: await text("err"),
      events: [],
    };
  };
  return { started: await finished("started"), looked: await finished("looked") };
}
