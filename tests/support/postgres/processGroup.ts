import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Role } from "../../../server/roles.ts";
import { program } from "../server/program.ts";
import { type StartedProcess, startProcess } from "../server/startProcess.ts";

export type GroupMember = {
  readonly roles: readonly Role[];
  /** Where a server is reached, after a restart too. */
  readonly url: string;
  readonly process: StartedProcess;
  /** SIGKILL; waits for one that is still beginning. */
  kill(): Promise<void>;
  /** The same anew. */
  begin(): Promise<void>;
  /** Resolves when it is up. */
  begun(): Promise<void>;
};

export type ProcessGroup = {
  start(...roles: Role[]): Promise<GroupMember>;
  close(): Promise<void>;
};

/** Processes of one installation with roles of their own, as on several machines: each has a data folder of its own. */
export function processGroup(databaseUrl: string): ProcessGroup {
  const folder = mkdtempSync(join(tmpdir(), "amplify-roles-"));
  const all: GroupMember[] = [];
  let count = 0;
  return {
    async start(...roles) {
      count += 1;
      const name = `${count}`;
      const port = String(await freePort());
      const launch = () =>
        startProcess([...program, "serve", "--role", ...roles], /is ready (.*)\n/, {
          PORT: port,
          PUBLIC_URL: "http://amplify.test",
          NODE_ENV: "production",
          DATABASE_URL: databaseUrl,
          AMPLIFY_KEY: "5a".repeat(32),
          AMPLIFY_DATA: join(folder, name),
          AMPLIFY_PLANS: "off",
          AMPLIFY_RATE_LIMITS: "off",
          AMPLIFY_DNS_SERVERS: "off",
          AMPLIFY_PRIVATE_HOSTS: "on",
          AMPLIFY_LOG: "json",
        });
      let process = await launch();
      let beginning = Promise.resolve();
      const member: GroupMember = {
        roles,
        url: `http://127.0.0.1:${port}`,
        get process() {
          return process;
        },
        async kill() {
          // One that could not begin again is dead; whoever asks whether it has begun hears of it.
          await beginning.catch(() => {});
          await process.kill();
        },
        begin() {
          beginning = (async () => {
            // As a supervisor does: on a busy machine PostgreSQL may be out of reach for the seconds that a start waits for it.
            for (let triesLeft = 5; ; triesLeft -= 1)
              try {
                process = await launch();
                return;
              } catch (error) {
                if (triesLeft === 1) throw error;
              }
          })();
          return beginning;
        },
        begun: () => beginning,
      };
      all.push(member);
      return member;
    },
    async close() {
      await Promise.all(all.map((member) => member.kill()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * A port to come back to after each kill. Not one that the system chooses: those it gives to connections as well, and
 * among thousands of mails one takes it while its server is away.
 */
async function freePort(): Promise<number> {
  for (;;) {
    const port = 12_000 + Math.floor(Math.random() * 20_000);
    const holder = createServer().listen(port, "127.0.0.1");
    const isFree = await once(holder, "listening").then(
      () => true,
      () => false,
    );
    holder.close();
    if (isFree) return port;
  }
}
