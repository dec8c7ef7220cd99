import { expect, test } from "bun:test";
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import project from "../../../package.json" with { type: "json" };
import { buildReleases } from "../../../server/build/binary.ts";
import { releaseName, releaseTarget, releaseTargets } from "../../../server/build/release.ts";
import { fixtureIslands } from "../../support/browser/servePages.ts";
import { startProcess } from "../../support/server/startProcess.ts";

const native = `${process.platform}-${process.arch}`;

test.skipIf(!releaseTargets.some((target) => target === native))(
  "a program for this platform is named after it, starts, and fits its sum until somebody changes it",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "amplify-release-"));
    try {
      const entry = resolve(import.meta.dir, "../../support/server/tinyServer.ts");
      const targets = [releaseTarget(native)];
      const [file = ""] = await buildReleases({ folder, targets, entry, islands: fixtureIslands });
      expect(file).toBe(`amplify-${project.version}-${native}`);
      expect(readFileSync(join(folder, "SHA256SUMS"), "utf8")).toEndWith(`  ${file}\n`);
      expect(checkSums(folder)).toEqual({ code: 0, text: `${file}: OK\n` });
      const server = await startProcess([join(folder, file)], /^(\d+)\n/);
      expect((await fetch(`http://127.0.0.1:${server.line}/two`)).status).toBe(200);
      await server.end();

      appendFileSync(join(folder, file), "x");
      expect(checkSums(folder)).toEqual({ code: 1, text: `${file}: FAILED\n` });
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
  60_000,
);

test("a platform that there is not is refused by name, with those that there are", () => {
  expect(() => releaseTarget("linux-mips")).toThrow(/linux-mips.*linux-x64, linux-arm64/);
  expect(releaseName("1.2.3", "windows-x64")).toBe("amplify-1.2.3-windows-x64.exe");
});

/** As somebody who has downloaded both checks them; macOS has another command for it. */
function checkSums(folder: string) {
  const command = process.platform === "darwin" ? ["shasum", "-a", "256"] : ["sha256sum"];
  const { exitCode: code, stdout } = Bun.spawnSync([...command, "-c", "SHA256SUMS"], {
    cwd: folder,
    stderr: "ignore",
  });
  return { code, text: stdout.toString() };
}
