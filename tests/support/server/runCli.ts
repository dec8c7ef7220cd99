import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Screen } from "../browser/Screen.ts";
import { compiledLaterToo } from "../runtime/compiledLater.ts";
import { until } from "../until.ts";
import { isTestedApart, program } from "./program.ts";
import { runResident } from "./runResident.ts";

/** A person's machine: a home of its own, so that no test finds another's session. */
export type Machine = {
  home: string;
  env: Record<string, string>;
  /** Runs a command without a terminal: stdin is what is given, or nothing; `through` another program, as another user. */
  run(
    args: string[],
    options?: {
      stdin?: string | Uint8Array<ArrayBuffer>;
      env?: Record<string, string>;
      through?: readonly string[];
    },
  ): Promise<Finished>;
  /** Signs somebody in to the server that the machine is set to, with their password. */
  logIn(person: { email: string; password: string }): Promise<void>;
  /** Starts a command in a pseudo-terminal; `through` another program, such as a shell. */
  open(args: string[], options?: Opening): Terminal;
  /** Starts a command without a terminal and lets the test read while it runs. */
  start(args: string[]): Started;
  remove(): void;
};

type Opening = {
  columns?: number;
  rows?: number;
  env?: Record<string, string>;
  through?: readonly string[];
};
export type Finished = { code: number; stdout: string; stderr: string; events: Record<string, unknown>[] };
export type Started = {
  stdout(): string;
  stderr(): string;
  interrupt(signal?: "SIGTERM"): void;
  exited: Promise<number>;
};
export type Terminal = {
  screen: Screen;
  /** Everything that was written, escape sequences included. */
  raw(): string;
  type(text: string): void;
  resize(columns: number, rows: number): void;
  /** Closes the window. */
  hangUp(): void;
  shows(text: string): Promise<void>;
  exited: Promise<number>;
};

/**
 * With `isResident` what is run without a terminal runs in one process that stays, in a tenth of the time: for tests of what
 * commands do and say. How a process begins and ends is for those of the others.
 */
export function createMachine(
  env: Record<string, string> = {},
  { isResident = false }: { isResident?: boolean } = {},
): Machine {
  const home = mkdtempSync(join(tmpdir(), "amplify-cli-"));
  const base = {
    PATH: process.env.PATH ?? "",
    HOME: home,
    XDG_CONFIG_HOME: join(home, "config"),
    LANG: "C.UTF-8",
    TERM: "xterm-256color",
    TZ: "UTC",
    ...compiledLaterToo,
    ...env,
  };
  return {
    home,
    env: base,
    run: (args, { env: more, stdin, through = [] } = {}) =>
      run(args, { home, env: { ...base, ...more }, stdin, through, isResident }),
    async logIn({ email, password }) {
      const { code, stderr } = await run(["login", email, "--password-stdin"], {
        home,
        env: base,
        through: [],
        isResident,
        stdin: `${password}\n`,
      });
      if (code !== 0) throw new Error(`${email} could not sign in: ${stderr}`);
    },
    open: (args, options) => open(args, { ...options, home, env: { ...base, ...options?.env } }),
    start: (args) => start(args, { home, env: base }),
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
}

type Place = { home: string; env: Record<string, string> };

type Running = Place & {
  stdin: string | Uint8Array<ArrayBuffer> | undefined;
  through: readonly string[];
  isResident: boolean;
};

async function run(args: string[], place: Running): Promise<Finished> {
  const { home: folder, env, stdin = null } = place;
  const isOwn = !place.isResident || place.through.length > 0 || isTestedApart;
  const answer = await (isOwn ? null : runResident({ args, env, folder, stdin }));
  if (answer !== null) return { ...answer, events: eventsOf(answer.stdout) };
  const child = Bun.spawn([...place.through, ...program, ...args], {
    cwd: place.home,
    env: place.env,
    stdin: place.stdin === undefined ? "ignore" : new Blob([place.stdin]),
    stdout: "pipe",
    stderr: "pipe",
  });
  const [stdout, stderr, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { code, stdout, stderr, events: eventsOf(stdout) };
}

function eventsOf(stdout: string): Record<string, unknown>[] {
  const lines = stdout.split("\n").filter((line) => line.startsWith('{"'));
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

function start(args: string[], place: Place): Started {
  const child = Bun.spawn([...program, ...args], {
    cwd: place.home,
    env: place.env,
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const texts = { stdout: "", stderr: "" };
  const collect = async (name: keyof typeof texts) => {
    for await (const chunk of child[name]) texts[name] += new TextDecoder().decode(chunk);
  };
  const ended = Promise.all([collect("stdout"), collect("stderr")]);
  return {
    stdout: () => texts.stdout,
    stderr: () => texts.stderr,
    interrupt: (signal) => child.kill(signal ?? "SIGINT"),
    exited: child.exited.then(async (code) => {
      await ended;
      return code;
    }),
  };
}

function open(args: string[], place: Place & Omit<Opening, "env">): Terminal {
  const { columns = 80, rows = 24, through = [] } = place;
  const screen = new Screen(columns);
  const decoder = new TextDecoder();
  let raw = "";
  const child = Bun.spawn([...through, ...program, ...args], {
    cwd: place.home,
    env: place.env,
    terminal: {
      cols: columns,
      rows,
      data(_, bytes) {
        const text = decoder.decode(bytes, { stream: true });
        raw += text;
        screen.write(text);
      },
    },
  });
  return {
    screen,
    raw: () => raw,
    type: (text) => void child.terminal?.write(text),
    resize(newColumns, newRows) {
      screen.resize(newColumns);
      child.terminal?.resize(newColumns, newRows);
    },
    hangUp: () => child.kill("SIGHUP"),
    shows: (text) =>
      until(() => screen.text().includes(text)).catch(() => {
        throw new Error(`the terminal never showed "${text}", but:\n${screen.text()}`);
      }),
    exited: child.exited.then((code) => {
      child.terminal?.close();
      return code;
    }),
  };
}
