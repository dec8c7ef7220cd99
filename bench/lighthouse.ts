import { copyFileSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { routes } from "../pages/routes.ts";
import { findChromium } from "../tests/support/browser/findChromium.ts";
import { end, startServer, temporaryFolder } from "./support/processes.ts";

/**
 * What Lighthouse says of every page for visitors, on its own idea of a middling phone: a row each, the median of
 * some runs, since a busy machine is slower. Fails below 100 for accessibility, best practices and search, and
 * below 98 for performance. `bun bench/lighthouse.ts [RUNS] [PATH…]`.
 */
const [runsText = "3", ...wanted] = process.argv.slice(2);
const runs = Number(runsText);
const least = { performance: 98, accessibility: 100, "best-practices": 100, seo: 100 } as const;
type Category = keyof typeof least;
const categories = Object.keys(least) as Category[];

type Report = {
  categories: Record<Category, { score: number | null }>;
  audits: Record<string, { numericValue?: number; score: number | null; scoreDisplayMode: string }>;
};

const listed = Object.entries(routes).flatMap(([path, { access, unlisted }]) =>
  access === "signedIn" || unlisted ? [] : [path],
);
const paths = wanted.length > 0 ? wanted : listed;
const program = installLighthouse();
const chromium = await findChromium();
if (chromium === null) throw new Error("There is no Chromium to measure with: set CHROMIUM_PATH");

const folder = temporaryFolder();
const server = await startServer({ AMPLIFY_DATA: join(folder.path, "data") });
let isBelow = false;
try {
  console.log(row("page", [...categories, "LCP ms", "TBT ms", "CLS"]));
  for (const path of paths) await measure(path);
} finally {
  await end(server.process);
  folder.remove();
}
process.exit(isBelow ? 1 : 0);

async function measure(path: string): Promise<void> {
  const reports: Report[] = [];
  for (let run = 0; run < runs; run++) reports.push(await audit(server.line + path));
  const scores = categories.map((category) => median(reports.map((report) => scoreOf(report, category))));
  const audits = ["largest-contentful-paint", "total-blocking-time", "cumulative-layout-shift"].map((name) =>
    median(reports.map((report) => report.audits[name]?.numericValue ?? 0)),
  );
  const below = categories.filter((category, index) => (scores[index] ?? 0) < least[category]);
  isBelow ||= below.length > 0;
  console.log(row(path, [...scores, ...audits.map((value) => Math.round(value * 100) / 100)]));
  for (const category of below) console.log(`  ${category}: ${failedAudits(reports).join(", ")}`);
}

/** Runs the program in a process of its own: it starts and ends the browser by itself. */
async function audit(url: string): Promise<Report> {
  const flags =
    "--headless=new --no-sandbox --disable-quic --disable-background-networking --disable-component-update --disable-sync";
  const child = Bun.spawn(
    [process.execPath, program, url, "--quiet", "--output=json", `--chrome-flags=${flags}`],
    { env: { ...process.env, CHROME_PATH: chromium ?? "" }, stdout: "pipe", stderr: "pipe" },
  );
  const [text, complaint] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  if ((await child.exited) !== 0) throw new Error(`Lighthouse ended with: ${complaint.slice(-500)}`);
  return JSON.parse(text) as Report;
}

/** Installs it once, by its own lock file, into a folder of the system's that this project does not look into. */
function installLighthouse(): string {
  const source = resolve(import.meta.dir, "audit");
  const target = join(tmpdir(), "amplify-audit");
  mkdirSync(target, { recursive: true });
  for (const name of ["package.json", "bun.lock"]) copyFileSync(join(source, name), join(target, name));
  const installed = Bun.spawnSync([process.execPath, "install", "--frozen-lockfile", "--silent"], {
    cwd: target,
    stderr: "inherit",
  });
  if (installed.exitCode !== 0) throw new Error("Lighthouse could not be installed");
  return join(target, "node_modules/lighthouse/cli/index.js");
}

function scoreOf(report: Report, category: Category): number {
  return Math.round((report.categories[category].score ?? 0) * 100);
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function failedAudits(reports: readonly Report[]): string[] {
  const failed = reports.flatMap(({ audits }) =>
    Object.entries(audits).flatMap(([name, { score, scoreDisplayMode }]) =>
      score === 0 && scoreDisplayMode === "binary" ? [name] : [],
    ),
  );
  return [...new Set(failed)];
}

function row(name: string, cells: readonly (string | number)[]): string {
  return name.padEnd(12) + cells.map((cell) => String(cell).padStart(16)).join("");
}
