import { createServer } from "node:net";
import { join } from "node:path";
import { end, readBytesOf, start } from "./processes.ts";

/** Postfix's load tools, wherever they are; Debian puts them where only root looks. */
const PATH = `${process.env.PATH}:/usr/sbin`;
const smtpSink = Bun.which("smtp-sink", { PATH });
const smtpSource = Bun.which("smtp-source", { PATH });

export type Rate = { perSecond: number; cpuPerThousand: number };

export type Sink = {
  name: string;
  port: number;
  /** How many bytes it has read by now, of mails and of what is said around them. */
  readBytes(): number;
  end(): Promise<void>;
};

/** A server that takes every mail: postfix's smtp-sink where it is installed, else our scripted one. */
export async function startSink(): Promise<Sink> {
  if (smtpSink === null) {
    const script = join(import.meta.dir, "../../tests/support/smtp/scriptedSmtp.ts");
    const sink = await start([process.execPath, script, "--port", "0"], /listening (\d+)/);
    const readBytes = () => readBytesOf(sink.process.pid);
    return { name: "scripted server", port: Number(sink.line), readBytes, end: () => end(sink.process) };
  }
  const port = await freePort();
  const child = Bun.spawn([smtpSink, "-u", "nobody", `127.0.0.1:${port}`, "1000"], {
    stdout: "ignore",
    stderr: "ignore",
  });
  await answering(port);
  return {
    name: "smtp-sink",
    port,
    readBytes: () => readBytesOf(child.pid),
    async end() {
      child.kill();
      await child.exited;
    },
  };
}

/** How fast postfix's own load generator is over 8 connections; null where it is not installed. */
export async function smtpSourceRate(options: {
  port: number;
  mails: number;
  bytes: number;
  connections?: number;
}): Promise<Rate | null> {
  if (smtpSource === null) return null;
  const { port, mails, bytes, connections = 8 } = options;
  const addresses = ["-f", "bench@sender.test", "-t", "lead@in.test"];
  const args = ["-d", "-s", String(connections), "-m", String(mails), "-l", String(bytes), ...addresses];
  const startedAt = performance.now();
  const child = Bun.spawn([smtpSource, ...args, `127.0.0.1:${port}`]);
  await child.exited;
  const perSecond = (mails / (performance.now() - startedAt)) * 1_000;
  return { perSecond, cpuPerThousand: Number(child.resourceUsage()?.cpuTime.total ?? 0n) / 1_000 / mails };
}

/** A port that is free just now; smtp-sink cannot choose one itself. */
function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

async function answering(port: number): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const socket = await Bun.connect({ hostname: "127.0.0.1", port, socket: { data() {} } }).catch(
      () => null,
    );
    if (socket) return void socket.end();
    await Bun.sleep(20);
  }
  throw new Error("smtp-sink did not come up");
}
