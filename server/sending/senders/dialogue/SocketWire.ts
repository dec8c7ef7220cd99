import { connect as connectPlain, type Socket } from "node:net";
import { type ConnectionOptions, connect as connectTls } from "node:tls";
import type { SmtpOptions, SmtpTimeouts } from "../smtpConnection.ts";
import type { SmtpError } from "../smtpError.ts";
import { tlsOptions } from "../tlsOptions.ts";
import { DialogueEnd, type Wire } from "./Dialogue.ts";

type Listener = { receive(bytes: Uint8Array): void; drained(): void; end(error: SmtpError): void };

/** The last TLS session with an account's server. Resuming it saves the next connection a round trip. */
export type TlsSession = { ticket?: Buffer };

type WireOptions = {
  options: SmtpOptions & { timeouts: SmtpTimeouts };
  session: TlsSession;
  signal?: AbortSignal | undefined;
};

/** A socket, plain or encrypted, that a dialogue is held over. */
export class SocketWire implements Wire {
  #socket: Socket;
  #listener: Listener | null = null;
  #isClosed = false;
  /** What was received before there was a listener. */
  #early: Uint8Array[] = [];
  #lost: SmtpError | null = null;
  readonly #heard = {
    data: (bytes: Uint8Array) => (this.#listener ? this.#listener.receive(bytes) : this.#early.push(bytes)),
    drain: () => this.#listener?.drained(),
    error: (error: Error) => this.#end(socketError(error)),
    close: () => this.#end({ message: "Connection closed unexpectedly" }),
  };

  private constructor(socket: Socket) {
    this.#socket = socket;
    this.#attach(socket);
  }

  static async open({ options, session, signal }: WireOptions): Promise<SocketWire> {
    const { port, security, pinnedAddress, host, timeouts } = options;
    const to = { host: pinnedAddress ?? host, port };
    const isTls = security === "tls";
    const socket = isTls ? connectTls({ ...to, ...encryption(options, session) }) : connectPlain(to);
    const trust = keepingSession(socket, session);
    const late: SmtpError = { message: "Connection timeout", timeoutType: "CONNECT_TIMEOUT" };
    const waiting = { waitMs: timeouts.connectMs, late, signal };
    const error = await readyOrError(socket, isTls ? "secureConnect" : "connect", waiting);
    if (error !== null) throw new DialogueEnd(error);
    trust();
    socket.setNoDelay(true);
    socket.setKeepAlive(true);
    return new SocketWire(socket);
  }

  listen(listener: Listener): void {
    this.#listener = listener;
    for (const bytes of this.#early.splice(0)) listener.receive(bytes);
    if (this.#lost) listener.end(this.#lost);
  }

  get writable(): boolean {
    return !this.#isClosed && this.#socket.writable;
  }

  write(bytes: Uint8Array): boolean {
    return this.#socket.write(bytes);
  }

  close(): void {
    this.#isClosed = true;
    this.#socket.destroy();
  }

  /** Encrypts the connection from now on. Bytes received before the handshake are part of it, and not a reply. */
  async encrypt({ options, session, signal }: WireOptions): Promise<void> {
    const plain = this.#socket;
    for (const [event, hear] of Object.entries(this.#heard)) plain.off(event, hear);
    const secured = connectTls({ socket: plain, host: options.host, ...encryption(options, session) });
    const trust = keepingSession(secured, session);
    this.#socket = secured;
    const late: SmtpError = { message: "TLS handshake timed out", timeoutType: "UPGRADE_TIMEOUT" };
    const waiting = { waitMs: options.timeouts.greetingMs, late, signal };
    const error = await readyOrError(secured, "secureConnect", waiting);
    if (error !== null) throw new DialogueEnd(error);
    trust();
    this.#attach(secured);
  }

  #attach(socket: Socket): void {
    for (const [event, hear] of Object.entries(this.#heard)) socket.on(event, hear);
  }

  #end(error: SmtpError): void {
    this.#lost ??= error;
    this.#isClosed = true;
    this.#listener?.end(error);
  }
}

function encryption(options: SmtpOptions, { ticket }: TlsSession): ConnectionOptions {
  return { ...tlsOptions(options), ...(ticket === undefined ? {} : { session: ticket }) };
}

/**
 * Stores the TLS session of a socket, but only once the returned function is called, which tells that the server's
 * certificate was verified: when a session is resumed, the name in the certificate is not checked again.
 */
function keepingSession(socket: Socket, session: TlsSession): () => void {
  const kept: TlsSession = {};
  let keep = kept;
  socket.on("session", (ticket: Buffer) => {
    keep.ticket = ticket;
  });
  return () => {
    keep = Object.assign(session, kept);
  };
}

/** Waits until a socket is connected or encrypted. Resolves with the error if it fails or takes longer than `waitMs`. */
function readyOrError(
  socket: Socket,
  event: "connect" | "secureConnect",
  { waitMs, late, signal }: { waitMs: number; late: SmtpError; signal?: AbortSignal | undefined },
): Promise<SmtpError | null> {
  // Without a listener an error event would end the process; later listeners are told by the close event.
  socket.on("error", () => {});
  return new Promise((resolve) => {
    const done = (error: SmtpError | null) => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
      socket.off(event, ready).off("error", failed).off("close", closed);
      resolve(error);
      if (error !== null) socket.destroy();
    };
    const ready = () => done(null);
    const failed = (error: Error) => done(socketError(error));
    const closed = () => done({ message: "Connection closed unexpectedly" });
    const abort = () => done(late);
    const timer = setTimeout(abort, waitMs);
    socket.on(event, ready).on("error", failed).on("close", closed);
    signal?.addEventListener("abort", abort, { once: true });
  });
}

export function socketError(error: Error & { code?: string; syscall?: string }): SmtpError {
  const isName = error.syscall === "getaddrinfo" || /^(ENOTFOUND|EAI_)/.test(error.code ?? "");
  return { message: error.message, code: isName ? "EDNS" : "ESOCKET", originalCode: error.code };
}
