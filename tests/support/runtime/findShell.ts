import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** A shell of this machine, or one installed now by the system's own means. @throws where there is none to be had. */
export function findShell(name: "bash" | "fish" | "zsh"): string {
  const found = installed(name);
  if (found !== null) return found;
  if (existsSync("/usr/bin/apt-get") && process.getuid?.() === 0) {
    console.log(`Installing ${name} by apt-get, because none was found`);
    run("apt-get", ["update", "-qq"]);
    run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", name]);
  }
  const now = installed(name);
  if (now === null) throw new Error(`There is no ${name} to complete commands in: install it`);
  return now;
}

function installed(name: string): string | null {
  return Bun.which(name);
}

function run(program: string, args: string[]): void {
  spawnSync(program, args, {
    stdio: "inherit",
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
}
