import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { end, start } from "./processes.ts";

const smtpSink = "/usr/sbin/smtp-sink";

/** A server that takes every mail: postfix's smtp-sink where it is installed, else our scripted one. */
export async function startSink(): Promise<{ name: string; port: number; end(): Promise<void> }> {
  if (!existsSync(smtpSink)) {
    const script = join(import.meta.dir, "../../tests/support/smtp/scriptedSmtp.ts");
    const sink = await start([process.execPath, script, "--port", "0"], /listening (\d+)/);
    return { name: "scripted server", port: Number(sink.line), end: () => end(sink.process) };
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
    async end() {
      child.kill();
      await child.exited;
    },
  };
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
