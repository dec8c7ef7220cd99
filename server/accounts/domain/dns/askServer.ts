import { randomInt } from "node:crypto";
import { createSocket } from "node:dgram";
import { connect } from "node:net";
import { domainLimits } from "../../../../contract/limits/accounts/domains.ts";
import { type DnsAnswer, questionFor, type RecordType, readAnswer } from "./message.ts";

export type DnsServer = { host: string; port: number };
type Question = { name: string; type: RecordType; waitMs: number };

/** One question to one server, over UDP, and over TCP where the answer does not fit (RFC 7766 section 5). Never throws. */
export async function askServer(server: DnsServer, { name, type, waitMs }: Question): Promise<DnsAnswer> {
  // With the port, which the system chooses anew for each question, it is what an answer is known by.
  const question = questionFor({ id: randomInt(0x1_0000), name, type });
  if (question === null) return { kind: "none" };
  const answer = await overUdp(server, { question, type, waitMs });
  return answer.kind === "cut" ? overTcp(server, { question, type, waitMs }) : answer;
}

type Asking = { question: Buffer; type: RecordType; waitMs: number };

function overUdp({ host, port }: DnsServer, { question, type, waitMs }: Asking): Promise<DnsAnswer> {
  const { promise, resolve } = Promise.withResolvers<DnsAnswer>();
  const socket = createSocket(host.includes(":") ? "udp6" : "udp4");
  const timer = setTimeout(() => resolve({ kind: "failed" }), waitMs);
  const failed = () => resolve({ kind: "failed" });
  socket.on("error", failed);
  // Strangers may write to the port too: what is no answer to this question is passed over.
  socket.on("message", (bytes: Buffer) => {
    if (bytes.length >= 2 && bytes.readUInt16BE(0) === question.readUInt16BE(0))
      resolve(readAnswer(bytes, question, type));
  });
  socket.connect(port, host, (error?: Error) => {
    if (error === undefined) socket.send(question, (fault) => fault && failed());
    else failed();
  });
  return promise.finally(() => {
    clearTimeout(timer);
    socket.close();
  });
}

function overTcp({ host, port }: DnsServer, { question, type, waitMs }: Asking): Promise<DnsAnswer> {
  const { promise, resolve } = Promise.withResolvers<DnsAnswer>();
  const socket = connect({ host, port });
  const failed = () => resolve({ kind: "failed" });
  const timer = setTimeout(failed, waitMs);
  let heard = Buffer.alloc(0);
  socket.on("error", failed);
  socket.on("close", failed);
  socket.on("data", (bytes: Buffer) => {
    heard = Buffer.concat([heard, bytes]);
    const length = heard.length < 2 ? domainLimits.answerBytes : heard.readUInt16BE(0);
    if (heard.length >= length + 2) {
      const answer = readAnswer(heard.subarray(2, length + 2), question, type);
      resolve(answer.kind === "cut" ? { kind: "failed" } : answer);
    } else if (
      heard.length > domainLimits.answerBytes ||
      (heard.length >= 2 && length > domainLimits.answerBytes)
    )
      failed();
  });
  const size = Buffer.alloc(2);
  size.writeUInt16BE(question.length);
  socket.on("connect", () => socket.write(Buffer.concat([size, question])));
  return promise.finally(() => {
    clearTimeout(timer);
    socket.destroy();
  });
}
