import { openSync, writeSync } from "node:fs";
import { SMTPServer } from "smtp-server";

/**
 * A real SMTP server (npm's smtp-server) as a process of its own. Prints `listening PORT`; the file named as the
 * only argument gets one line for each recipient of a mail that was accepted, before the client is told so.
 */
const [logFile = "/dev/null"] = process.argv.slice(2);
const log = openSync(logFile, "a");

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  onAuth: (auth, _session, done) => done(null, { user: auth.username ?? "anyone" }),
  onData(stream, session, done) {
    stream.on("data", () => {});
    stream.on("end", () => {
      writeSync(log, session.envelope.rcptTo.map(({ address }) => `${address}\n`).join(""));
      done();
    });
  },
});
server.on("error", () => {});
const listening = server.listen(0, "127.0.0.1", () => {
  const address = listening.address();
  console.log(`listening ${typeof address === "object" && address ? address.port : ""}`);
});
