import { randomInt } from "node:crypto";
import { createSocket } from "node:dgram";
import { connect } from "node:net";
import { domainLimits } from "../../../../contract/limits/accounts/domains.ts";
import { type DnsAnswer, questionFor, type RecordType, readAnswer } from "./message.ts";

export type DnsServer = { host: string; port: number };
type Question = { name: string; type: RecordType; waitMs: number };

/** One question to one server, over UDP, and over TCP where the answer does not fit (RFC 7766 section 5). Never throws. */
export async function queryServer(server: DnsServer, { name, type, waitMs }: Question): Promise<DnsAnswer> {
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
  const heard = new ReceivedAnswer();
  socket.on("error", failed);
  socket.on("close", failed);
  socket.on("data", (bytes: Buffer) => {
    const whole = heard.take(bytes);
    if (whole === "short") return;
    const answer = whole === "long" ? whole : readAnswer(whole, question, type);
    resolve(answer === "long" || answer.kind === "cut" ? { kind: "failed" } : answer);
  });
  const size = Buffer.alloc(2);
  size.writeUInt16BE(question.length);
  socket.on("connect", () => socket.write(Buffer.concat([size, question])));
  return promise.finally(() => {
    clearTimeout(timer);
    socket.destroy();
  });
}

/** One answer over TCP, with its length before it. Each byte is written down once, in however small pieces a stranger sends it. */
export class ReceivedAnswer {
  readonly #heard = Buffer.alloc(2 + domainLimits.answerBytes);
  #length = 0;

  /** The answer once it is whole; "long" for one that says, or is, more than is taken. */
  take(bytes: Buffer): Buffer | "short" | "long" {
    this.#length += bytes.copy(this.#heard, this.#length);
    if (this.#length < 2) return "short";
    const end = 2 + this.#heard.readUInt16BE(0);
    if (end > this.#heard.length) return "long";
    return this.#length < end ? "short" : this.#heard.subarray(2, end);
  }
}
