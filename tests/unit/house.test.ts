import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { Glob } from "bun";
import { circlesOf } from "../support/house/circlesOf.ts";
import { othersWords } from "../support/house/othersWords.ts";

const root = resolve(import.meta.dir, "../..");
const linesMax = 350;

/** Which folder may import from which; everything may import from itself. */
const arrows: Record<string, readonly string[]> = {
  contract: [],
  platform: [],
  mail: ["contract"],
  db: ["contract", "platform"],
  islands: ["contract", "mail"],
  agents: ["contract"],
  cli: ["contract", "agents"],
  pages: ["islands", "contract"],
  server: ["contract", "platform", "mail", "db", "islands", "pages", "agents"],
  "amplify.ts": ["cli", "server", "contract"],
};

/** The layers of the server's folders from the bottom up: a folder imports from lower layers, and never from its own. */
const domains = `accounts api campaigns identity imports inbound keys leads sandbox start templates
  tracking webhooks`.split(/\s+/);
const layers: readonly (readonly string[])[] = [
  ["settings", "log", "build"],
  ["core"],
  ["secrets"],
  ["oauth"],
  ["google", "microsoft"],
  ["http", "sheets"],
  ["realtime", "jobs"],
  ["sending"],
  domains,
  ["compose"],
  ["process", "commands"],
];
/** The two sides of the process name each other: a command starts a server, and `main` prints as commands do. */
const oneLayer = ["process", "commands"];
/** It makes the binary, which nothing else can. */
const forBunAlone = ["server/build/binary.ts"];
/** What a domain exports to the others; they import nothing else of it. */
const index = "index.ts";
const runtimes = ["bun", "node"];
/** A folder with more modules than this is to be divided by topic. */
const filesMax = 28;

const sources = [
  ...new Glob("{contract,platform,mail,db,islands,agents,cli,pages,server}/**/*.{ts,tsx}").scanSync(root),
  "amplify.ts",
]
  .filter((file) => !file.endsWith(".d.ts"))
  .sort();
const everything = [...sources, ...new Glob("{tests,bench}/**/*.{ts,tsx}").scanSync(root)];

type Import = { from: string; specifier: string; target: string | null };

/** A file without the comments that have lines of their own. */
function codeOf(file: string): string {
  return readFileSync(join(root, file), "utf8").replace(/^\s*(\/\/|\*|\/\*).*$/gm, "");
}

function importsOf(file: string): Import[] {
  const found = codeOf(file).matchAll(
    /(?:\bfrom\s+|\bimport\s+|\bimport\(\s*|new URL\(\s*|new Worker\(\s*)"([^"\n]+)"/g,
  );
  return [...found].flatMap(([, specifier = ""]) =>
    targetsOf(file, specifier).map((target) => ({ from: file, specifier, target })),
  );
}

/** The files that an import may mean: of the platform there is one for each runtime. */
function targetsOf(file: string, specifier: string): (string | null)[] {
  if (specifier.startsWith("#platform/"))
    return runtimes.map((runtime) => `${specifier.replace("#platform", `platform/${runtime}`)}.ts`);
  return [specifier.startsWith(".") ? relative(root, resolve(root, dirname(file), specifier)) : null];
}

const imports = everything.flatMap(importsOf);
const partOf = (file: string) => file.split("/")[0] ?? file;
const folderOf = (file: string) => (file.split("/").length > 2 ? (file.split("/")[1] ?? "") : "process");
const layerOf = (folder: string) => layers.findIndex((folders) => folders.includes(folder));
/** Imports within the server, by name: those of tests and of what is not ours left out. */
const inServer = imports.flatMap(({ from, target }) =>
  target !== null && sources.includes(from) && partOf(from) === "server" && partOf(target) === "server"
    ? [{ from, target, fromFolder: folderOf(from), toFolder: folderOf(target) }]
    : [],
);

describe("the house", () => {
  test("its arrows run one way", () => {
    const wrong = imports
      .filter(({ from, target }) => target !== null && sources.includes(from) && !target.startsWith("../.."))
      .filter(({ from, target }) => {
        const [a, b] = [partOf(from), partOf(target ?? "")];
        return a !== b && !arrows[a]?.includes(b) && b !== "package.json";
      });
    expect(wrong).toEqual([]);
  });

  test("islands fetch parts by `later`: React's lazy keeps its fallback for 300 ms, and fails with all that is around it", () => {
    const wrong = sources.filter(
      (file) => partOf(file) === "islands" && /import \{[^}]*\blazy\b[^}]*\} from "react"/.test(codeOf(file)),
    );
    expect(wrong).toEqual([]);
  });

  test("what only one runtime has is asked for in the platform alone, which has for each what it has for the other", () => {
    const wrong = sources
      .filter((file) => partOf(file) !== "platform" && !forBunAlone.includes(file))
      .filter((file) =>
        /\bBun\.|from "bun[":]|import\.meta\.dir\b|RegExp\.escape|better-sqlite3|@node-rs|from "ws"/.test(
          codeOf(file),
        ),
      );
    const [bun = [], node = []] = runtimes.map((runtime) =>
      [...new Glob("*.ts").scanSync(join(root, "platform", runtime))].sort(),
    );
    expect(wrong).toEqual([]);
    expect(bun.length).toBeGreaterThan(3);
    expect(node).toEqual(expect.arrayContaining(bun));
  });

  test("inside the server they go down, from the process to the settings", () => {
    const unknown = inServer.filter(({ fromFolder }) => layerOf(fromFolder) < 0);
    const rising = inServer.filter(
      ({ fromFolder, toFolder }) =>
        fromFolder !== toFolder &&
        layerOf(fromFolder) <= layerOf(toFolder) &&
        !(domains.includes(fromFolder) && domains.includes(toFolder)) &&
        !(oneLayer.includes(fromFolder) && oneLayer.includes(toFolder)),
    );
    expect(inServer.length).toBeGreaterThan(500);
    expect({ unknown, rising }).toEqual({ unknown: [], rising: [] });
  });

  test("a domain imports from another only its index", () => {
    const wrong = inServer.filter(
      ({ fromFolder, toFolder, target }) =>
        domains.includes(fromFolder) &&
        domains.includes(toFolder) &&
        fromFolder !== toFolder &&
        target !== `server/${toFolder}/${index}`,
    );
    expect(wrong.map(({ from, target }) => `${from} -> ${target}`)).toEqual([]);
  });

  test("no import goes in a circle, those of types included", () => {
    expect(circlesOf(imports)).toEqual([]);
  });

  test("no folder holds more modules than one can survey", () => {
    const counts = new Map<string, number>();
    for (const file of everything) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
    expect([...counts].filter(([, count]) => count > filesMax)).toEqual([]);
  });
});

describe("its files", () => {
  test("the contract needs nothing but zod", () => {
    const wrong = imports.filter(
      ({ from, target, specifier }) => partOf(from) === "contract" && target === null && specifier !== "zod",
    );
    expect(wrong).toEqual([]);
  });

  test("SQL is in db/ and nowhere else", () => {
    const wrong = sources
      .filter((file) => partOf(file) !== "db" && !/^platform\/(\w+\/)?sqlite\.ts$/.test(file))
      .filter((file) => {
        const text = readFileSync(join(root, file), "utf8");
        const usesDriver = /from "(drizzle-orm|bun:sqlite|better-sqlite3)/.test(text);
        const writesSql =
          /["'`]\s*(SELECT\s.+\sFROM|INSERT\s+INTO|UPDATE\s+\w+\s+SET|DELETE\s+FROM|PRAGMA)\s/i.test(text);
        return usesDriver || writesSql;
      });
    expect(wrong).toEqual([]);
  });

  test("stores are written for any dialect: no driver's own calls", () => {
    const stores = sources.filter((file) => file.startsWith("db/stores/"));
    const wrong = stores.filter((file) =>
      /\.(run|all|get)\(\)|bun:sqlite|sqlite-core/.test(readFileSync(join(root, file), "utf8")),
    );
    expect(stores.length).toBeGreaterThan(5);
    expect(wrong).toEqual([]);
  });

  test(`no file is longer than ${linesMax} lines`, () => {
    const long = everything.filter(
      (file) => readFileSync(join(root, file), "utf8").split("\n").length - 1 > linesMax,
    );
    expect(long).toEqual([]);
  });

  test("no file is dead", () => {
    const used = new Set(imports.map(({ target }) => target));
    const named = readFileSync(join(root, "package.json"), "utf8");
    const foundByFolder =
      /^(islands\/[A-Z]\w*\/(index|props)\.tsx?|islands\/_runtime\/|db\/(drizzle|schema)\.|db\/kit\/postgres|db\/migrations\/|.*\/worker\.ts$)/;
    const dead = sources.filter(
      (file) =>
        !used.has(file) && !named.includes(file) && !foundByFolder.test(file) && file !== "amplify.ts",
    );
    expect(dead).toEqual([]);
  });

  test("nothing is called utils or helpers", () => {
    expect(everything.filter((file) => /\/(utils?|helpers?)\.tsx?$/.test(file))).toEqual([]);
  });

  test("every test says what it expects, and waits for what it expects of a promise", () => {
    const tests = everything.filter((file) => /\.test\.tsx?$/.test(file));
    const silent = tests.filter((file) => !/\bexpect|assert/.test(codeOf(file)));
    const unawaited = tests.filter((file) => /^\s*expect\(.*\)\.(rejects|resolves)\b/m.test(codeOf(file)));
    expect({ silent, unawaited, some: tests.length > 5 }).toEqual({ silent: [], unawaited: [], some: true });
  });

  // After `bun add`: npm install --package-lock-only --ignore-scripts
  test("npm installs what Bun installs, to the same hashes", () => {
    expect(locked.bun().length).toBeGreaterThan(200);
    expect(locked.npm()).toEqual(locked.bun());
  });

  test("an install takes what the lock says and runs no package's script", () => {
    const { scripts, trustedDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    // Left out, Bun trusts some hundred names of its own choosing.
    expect(trustedDependencies).toEqual([]);
    expect(readFileSync(join(root, "bun.lock"), "utf8")).toMatch(/^ {2}"trustedDependencies": \[\],$/m);
    const installs = Object.values<string>(scripts).filter((script) => script.includes("bun install"));
    expect(installs.length).toBeGreaterThan(3);
    for (const script of installs) expect(script).toContain("bun install --frozen-lockfile");
    expect(readFileSync(join(root, "bunfig.toml"), "utf8")).toMatch(/^minimumReleaseAge = \d{5,}$/m);
  });
});

test("what an object or a list holds is written in it: a literal spread into another only saves lines", () => {
  const spread = /\.\.\.\{|\.\.\.\[[^[\]]*\],?$/m;
  const wrong = everything.filter((file) => !file.startsWith("db/migrations/") && spread.test(codeOf(file)));
  expect(wrong).toEqual([]);
});

describe("whose data it is", () => {
  test("is said by ids that do not compile in each other's place", () => {
    const plain = sources
      .filter((file) => /^(server|db)\/(?!migrations\/)/.test(file))
      .filter((file) => /\b(workspaceId|userId)\??: string\b/.test(codeOf(file)));
    expect(plain).toEqual([]);
  });
});

describe("what the server says", () => {
  test("goes through its log, and what its commands say through what prints", () => {
    const mayWrite = /^server\/(log\/output|commands\/print|build\/(binary|node|printAssets))\.ts$/;
    // SheetJS writes to the console, which its threads have silenced; nothing else may name it.
    const withoutSilence = (text: string) => text.replace(/^console\.(error|log) = \(\) => \{\};$/gm, "");
    const wrong = sources
      .filter((file) => partOf(file) === "server" && !mayWrite.test(file))
      .filter((file) => /\bconsole\b\s*[.[]|process\.std(out|err)\.write/.test(withoutSilence(codeOf(file))));
    expect(wrong).toEqual([]);
  });

  test("is nothing about a failure only where a comment above the catch says why", () => {
    const silent = sources
      .filter((file) => ["server", "db"].includes(partOf(file)))
      .flatMap((file) => {
        const lines = readFileSync(join(root, file), "utf8").split("\n");
        return lines.flatMap((line, index) =>
          /\.catch\(\(\) =>/.test(line) && !/^\s*\/\//.test(lines[index - 1] ?? "")
            ? [`${file}:${index + 1}`]
            : [],
        );
      });
    expect(silent).toEqual([]);
  });
});

/** What a lock names: every package once in each version, with the hash of what is installed. */
const locked = {
  bun(): string[] {
    const text = readFileSync(join(root, "bun.lock"), "utf8");
    const packages = text.matchAll(/^ {4}"[^"]+": \["([^"]+)",.*"(sha512-[^"]+)"\],$/gm);
    return [...new Set([...packages].map(([, name, hash]) => `${name} ${hash}`))].sort();
  },
  npm(): string[] {
    const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
      packages: Record<string, { name?: string; version: string; integrity?: string }>;
    };
    // The project itself has no hash, nor have packages for systems that Bun's lock does not know.
    const known = Object.entries(packages).filter(([, { integrity }]) => integrity !== undefined);
    const names = known.map(([path, { name = path.split("node_modules/").at(-1), version, integrity }]) => {
      return `${name}@${version} ${integrity}`;
    });
    return [...new Set(names)].sort();
  },
};

describe("a reason", () => {
  const isTold = (file: string) => /^(contract\/(sentences|texts)|db\/migrations)\//.test(file);

  test("is told apart by its code: nothing looks into a sentence, or compares one", () => {
    const looking =
      /\b(reason|waiting|why|fault|message|pausedReason|said|sentence)\b(\)|\?|!)*\.(startsWith|endsWith|includes|match|search|indexOf|split)\(|\.test\((\w+\??\.)*(reason|waiting|why|fault|message|pausedReason|said|sentence)\)|[!=]== sentences\.|[!=]== ["'`][A-Z][\w' ]+ [\w' ]+["'`]/;
    const found = sources.filter(
      (file) => !isTold(file) && !(file in othersWords) && looking.test(codeOf(file)),
    );
    expect(found).toEqual([]);
  });

  test("is said in a language that is chosen once for each program", () => {
    const choosing = imports
      .filter(({ target }) => target !== null && /^contract\/(sentences|texts)\/en\b/.test(target))
      .filter(({ from }) => !isTold(from) && sources.includes(from));
    expect([...new Set(choosing.map(({ from }) => from))]).toEqual(languageChosen);
  });
});

/** Where each program chooses its language, and refusals get the words that are for logs. */
const languageChosen = [
  "agents/agentServer.ts",
  "cli/terminal.ts",
  "contract/refused.ts",
  "islands/Workspace/api/webhooks/useWebhookWords.ts",
  "islands/Workspace/campaigns/WithPlanWords.tsx",
  "islands/_data/useWords.ts",
  "server/core/inWords.ts",
];
