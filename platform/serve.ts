/** Whom a request means that names no host, as HTTP/1.0 may. Nothing that is answered depends on it. */
export const defaultHost = "localhost";

/** A WebSocket as the server has it, with what it remembers of it. */
export type Socket<Data> = {
  readonly data: Data;
  /** 0 where the text was dropped because the peer takes nothing any more. */
  sendText(text: string): number;
  /** Bytes that were given to `sendText` and have not left yet. */
  getBufferedAmount(): number;
  /** What is sent within `work` goes out together. */
  cork(work: () => void): void;
  close(code: number, reason: string): void;
};

export type SocketHandlers<Data> = {
  /** A longer message from a client ends its socket. */
  incomingBytes: number;
  /** A socket that falls behind by more is ended. */
  backlogBytes: number;
  /** How often a silent peer is asked whether it is still there; one that does not answer is gone at the next time. */
  pingMs: number;
  /** How long a socket that was told to close may take to do so before it is cut. */
  closeMs: number;
  open(socket: Socket<Data>): void;
  /** Something came from the client: a message, a ping or a pong. */
  heard(socket: Socket<Data>): void;
  /** What was buffered has gone out. */
  drain(socket: Socket<Data>): void;
  close(socket: Socket<Data>): void;
};

/** What a request came by. */
export type Connection<Data> = {
  /** The address of the other end, as the system knows it; looked for when it is asked for. */
  readonly address: string;
  /** Turns the request into a socket; false where it is no handshake. Nothing is answered after that. */
  upgrade(data: Data): boolean;
  /**
   * Says that its answer is being worked on, for as long as that takes: meanwhile nothing moves on it, and it would be cut for
   * lying still. The function that is returned ends that, and it has the whole idle time again.
   */
  atWork(): () => void;
};

/** For `atWork`: begins the idle time anew by `stir`, four times in as long as that is, and once more at the end. */
export function keptInUse(idleSeconds: number, stir: () => void): () => void {
  const stirring = setInterval(stir, (idleSeconds * 1000) / 4);
  return () => {
    clearInterval(stirring);
    stir();
  };
}

export type ServeOptions<Data> = {
  port: number;
  hostname: string;
  /** A body that says it is larger is refused bare. */
  bodyBytes: number;
  /** How long a connection may lie still. */
  idleSeconds: number;
  /**
   * Requests that a connection may send at once, without waiting for answers. With more it is ended: they come thousands
   * to a packet, one after the other, and all other connections would wait for as long as that takes.
   */
  pipelinedMax: number;
  sockets: SocketHandlers<Data>;
  /** Answers a request; undefined once it has become a socket. */
  answer(
    request: Request,
    connection: Connection<Data>,
  ): Response | undefined | Promise<Response | undefined>;
  /** The answer to a request whose address cannot be read. */
  malformed(): Response;
  /** The answer where `answer` failed. */
  failed(fault: unknown): Response;
};

export type Serving = {
  port: number;
  /** Requests that have no whole answer yet. */
  pendingRequests(): number;
  /** Takes no more connections; resolves once those that there are have ended. */
  stop(): Promise<void>;
  /** Cuts whatever is still open. */
  cut(): Promise<void>;
};

/** Opens the port. Rejects with an error whose code is EADDRINUSE where another program has it. */
export type Serve = <Data>(options: ServeOptions<Data>) => Promise<Serving>;
