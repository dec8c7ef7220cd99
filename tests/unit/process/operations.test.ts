import { expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { serverLimits, shutdownLimits } from "../../../contract/limits/http.ts";
import { importLimits } from "../../../contract/limits/imports.ts";
import { jobLimits } from "../../../contract/limits/jobs.ts";
import { mib } from "../../../contract/limits/units.ts";
import { releaseTargets } from "../../../server/build/release.ts";
import { loadSettings } from "../../../server/settings/loadSettings.ts";
import { settingNames } from "../../../server/settings/settings.ts";

const root = resolve(import.meta.dir, "../../..");
const folder = join(root, "docs/operations");
const page = ["OPERATIONS.md", "POSTGRES.md"]
  .map((name) => readFileSync(join(root, "docs", name), "utf8"))
  .join("\n");
const files = new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")]));
const ofProject = (name: string) => readFileSync(join(root, name), "utf8");
const everything = [page, ...files.values(), ofProject("Containerfile")].join("\n");
const fileOf = (name: string) => files.get(name) ?? "";

test("every setting that the page and its files name is one", () => {
  const named = [
    ...everything.matchAll(/\b(?:AMPLIFY_[A-Z_]+|TRUST_PROXY|PUBLIC_URL|SUPPORT_ADDRESS)\b/g),
  ].map(([name]) => name);
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => name !== "AMPLIFY_ENV" && !settingNames.includes(name))).toEqual([]);
});

test("every file of this project that they name is there, and every file of the folder is named", () => {
  const links = Array.from(page.matchAll(/\]\(([^)#]+)\)/g), ([, path = ""]) => join(root, "docs", path));
  const paths = Array.from(page.matchAll(/\b(?:docs|tests)\/[\w./@-]+\w/g), ([path]) => join(root, path));
  expect([...links, ...paths].filter((path) => !existsSync(path))).toEqual([]);
  expect([...files.keys()].filter((name) => !page.includes(`operations/${name}`))).toEqual([]);
});

test("every platform that can be built is named", () => {
  expect(releaseTargets.filter((target) => !page.includes(`\`${target}\``))).toEqual([]);
});

test("where a file is put is where the others look for it", () => {
  const service = fileOf("amplify.service");
  for (const path of [/^ExecStart=(\S+)/m, /^Environment=AMPLIFY_ENV=(\S+)/m].map(
    (line) => line.exec(service)?.[1] ?? "",
  )) {
    expect(path).not.toBe("");
    expect(page).toContain(path);
  }
  expect(fileOf("amplify-backup.service")).toContain("ExecStart=/usr/local/lib/amplify/amplify-backup\n");
  expect(fileOf("amplify-backup.service")).toMatch(/^StateDirectory=.*\bamplify-backups$/m);
  expect(fileOf("amplify-backup")).toContain("/var/lib/amplify-backups");
});

test("the settings that are offered are taken, with nothing to say about them but who may read the file", () => {
  const { settings, warnings } = loadSettings({ AMPLIFY_ENV: join(folder, "amplify.env") });
  expect(warnings).toEqual([]);
  expect(settings).toMatchObject({
    dataFolder: "/var/lib/amplify",
    trustProxy: ["127.0.0.1"],
    publicUrl: "https://mail.example.org",
  });
});

test("the engine reckons with the same memory wherever it is started, and where it is measured", () => {
  const places = [
    ...["amplify.service", "amplify@.service"].map(fileOf),
    ...["Containerfile", "package.json", "bench/sendMemory.ts"].map(ofProject),
  ];
  const sizes = places.map((text) => /BUN_JSC_forceRAMSize(?:=|: ")(\d+)/.exec(text)?.[1]);
  expect(new Set(sizes)).toEqual(new Set([String(512 * mib)]));
});

test("who ends the program gives it its time, and a proxy lets through what an import takes in", () => {
  const seconds = Number(/^TimeoutStopSec=(\d+)$/m.exec(fileOf("amplify.service"))?.[1]);
  expect(seconds * 1000).toBeGreaterThan(jobLimits.drainMs + shutdownLimits.requestsMs);
  const megabytes = Number(/client_max_body_size (\d+)m;/.exec(fileOf("nginx.conf"))?.[1]);
  expect(megabytes * mib).toBeGreaterThan(importLimits.csvBytes);
  expect(megabytes * mib).toBeLessThanOrEqual(serverLimits.bodyBytes);
});
