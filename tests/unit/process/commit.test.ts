import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commitIn } from "../../../server/build/commit.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "amplify-commit-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function git(...words: string[]): Promise<string> {
  const settings = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com", "-c", "commit.gpgsign=false"];
  const child = Bun.spawn(["git", ...settings, "-C", join(folder, "house"), ...words], {
    stdin: "ignore",
    stdout: "pipe",
    stderr: "ignore",
  });
  return (await new Response(child.stdout).text()).trim();
}

describe("the commit of a folder", () => {
  beforeEach(async () => {
    mkdirSync(join(folder, "house"));
    await git("init", "-b", "main");
    await git("commit", "--allow-empty", "-m", "first");
  });

  test("is read from git's files: on a branch, packed, detached and in a worktree", async () => {
    const first = (await git("rev-parse", "HEAD")).slice(0, 12);
    expect(first).toMatch(/^[0-9a-f]{12}$/);
    expect(commitIn(join(folder, "house"))).toBe(first);
    await git("pack-refs", "--all");
    expect(commitIn(join(folder, "house"))).toBe(first);
    await git("worktree", "add", "-b", "beside", "../beside");
    expect(commitIn(join(folder, "beside"))).toBe(first);
    await git("commit", "--allow-empty", "-m", "second");
    const second = (await git("rev-parse", "HEAD")).slice(0, 12);
    expect([commitIn(join(folder, "house")), commitIn(join(folder, "beside"))]).toEqual([second, first]);
    await git("checkout", "--detach", "HEAD~1");
    expect(commitIn(join(folder, "house"))).toBe(first);
  });

  test("is unknown where git says none", () => {
    expect(commitIn(folder)).toBe("unknown");
    writeFileSync(join(folder, "house", ".git", "HEAD"), "ref: refs/heads/none");
    expect(commitIn(join(folder, "house"))).toBe("unknown");
  });
});
