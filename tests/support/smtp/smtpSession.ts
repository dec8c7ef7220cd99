import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { decide, type PlainAction, type SmtpScript, type StepContext } from "./smtpScript.ts";
import { testCertificate } from "./testCertificate.ts";

export type AcceptedMail = { from: string; to: string[]; raw: Uint8Array; messageId: string };

export type SessionHost = {
  script: SmtpScript;
  /** Without it the bytes of accepted mails are let go. */
  keep: boolean;
  extensions: { pipelining: boolean; auth: boolean; starttls: boolean };
  accept(mail: AcceptedMail): void;
  changed(): void;
};

/** What was said on one connection, each line marked with who said it; message bytes are left out. */
export type Conversation = { connection: number; lines: string[]; open: boolean };

/** One client's connection to the scripted server. Pipelined commands are answered in one write. */
export class SmtpSession {
  readonly conversation: Conversation;
  #socket: Socket;
  #host: SessionHost;
  #input = "";
  #output = "";
  #waiting = false;
  #hanging = false;
  #receiving = false;
  #searchedTo = 0;
  #secret: ((line: string) => void) | null = null;
  #secure: boolean;
  #recipients: string[] = [];
  #inTransaction = false;
  #context: StepContext;

  constructor(socket: Socket, options: { host: SessionHost; connection: number; secure: boolean }) {
    this.#socket = socket;
    this.#host = options.host;
    this.#secure = options.secure;
    this.conversation = { connection: options.connection, lines: [], open: true };
    this.#context = {
      connection: options.connection,
      mail: 0,
      sender: "",
      recipient: "",
      user: "",
      password: "",
    };
    this.#listen(socket);
    this.#step("greeting", "220 scripted.test ESMTP");
    this.#flush();
  }

  /** Says something nobody asked for, as a server does that ends an idle connection. */
  say(reply: string): void {
    this.#say(reply);
    this.#flush();
  }

  drop(): void {
    this.#socket.destroy();
  }

  #listen(socket: Socket): void {
    socket.on("data", (chunk: Buffer) => {
      this.#input += chunk.toString("latin1");
      this.#read();
    });
    socket.on("error", () => {});
    socket.on("close", () => {
      this.conversation.open = false;
      this.#host.changed();
    });
  }

  #read(): void {
    while (!this.#waiting && !this.#hanging) {
      if (this.#receiving ? !this.#readMessage() : !this.#readLine()) break;
    }
    this.#flush();
    this.#host.changed();
  }

  #readLine(): boolean {
    const end = this.#input.indexOf("\r\n");
    if (end < 0) return false;
    const line = this.#input.slice(0, end);
    this.#input = this.#input.slice(end + 2);
    if (this.#host.keep) this.conversation.lines.push(`C: ${line}`);
    const secret = this.#secret;
    this.#secret = null;
    if (secret) secret(line);
    else this.#command(line);
    return true;
  }

  #command(line: string): void {
    const verb = line.split(/[ :]/, 1)[0]?.toUpperCase() ?? "";
    const answers: Record<string, () => void> = {
      EHLO: () => this.#step("ehlo", this.#ehloReply()),
      HELO: () => this.#step("ehlo", "250 scripted.test"),
      STARTTLS: () => {
        if (this.#host.extensions.starttls) this.#step("starttls", "220 Go ahead", () => this.#secureNow());
        else this.#say("502 5.5.1 Not offered");
      },
      AUTH: () => this.#authenticate(line),
      MAIL: () => this.#mail(line),
      RCPT: () => this.#rcpt(line),
      DATA: () => this.#data(),
      RSET: () => this.#step("rset", "250 2.0.0 Forgotten", () => this.#forget()),
      NOOP: () => this.#step("noop", "250 2.0.0 Still here"),
      QUIT: () => {
        this.#say("221 2.0.0 Bye");
        this.#flush();
        this.#socket.end();
      },
    };
    const answer = answers[verb];
    if (answer) answer();
    else this.#say("500 5.5.2 Unknown command");
  }

  #data(): void {
    const usual = this.#recipients.length === 0 ? noRecipients : "354 End with a dot";
    this.#step("data", usual, () => {
      this.#receiving = true;
      this.#searchedTo = 0;
    });
  }

  #ehloReply(): string {
    const { pipelining, auth, starttls } = this.#host.extensions;
    const lines = ["scripted.test", "8BITMIME", "SIZE 52428800", "ENHANCEDSTATUSCODES"];
    if (pipelining) lines.push("PIPELINING");
    if (starttls && !this.#secure) lines.push("STARTTLS");
    if (auth) lines.push("AUTH PLAIN LOGIN");
    return lines.map((text, index) => `250${index === lines.length - 1 ? " " : "-"}${text}`).join("\r\n");
  }

  #authenticate(line: string): void {
    const [, method = "", initial] = line.split(" ");
    const finish = (user: string, password: string) => {
      Object.assign(this.#context, { user, password });
      this.#step("auth", "235 2.7.0 Signed in");
    };
    const plain = (text: string) => {
      const [, user = "", password = ""] = fromBase64(text).split("\0");
      finish(user, password);
    };
    const ask = (prompt: string, then: (answer: string) => void) => {
      this.#say(`334 ${Buffer.from(prompt).toString("base64")}`);
      this.#secret = then;
    };
    if (method.toUpperCase() === "PLAIN") {
      if (initial) plain(initial);
      else ask("", plain);
      return;
    }
    ask("Username:", (user) =>
      ask("Password:", (password) => finish(fromBase64(user), fromBase64(password))),
    );
  }

  #mail(line: string): void {
    // A server is right to refuse a MAIL inside an open transaction: clients must say RSET first.
    if (this.#inTransaction) {
      this.#say("503 5.5.1 Nested MAIL");
      return;
    }
    this.#context.mail += 1;
    this.#context.sender = between(line);
    this.#context.recipient = "";
    this.#step("mail", "250 2.1.0 Sender ok", () => {
      this.#inTransaction = true;
    });
  }

  #rcpt(line: string): void {
    const recipient = between(line);
    this.#context.recipient = recipient;
    this.#step("rcpt", "250 2.1.5 Recipient ok", () => this.#recipients.push(recipient));
  }

  /** False while the end of the message has not come. */
  #readMessage(): boolean {
    if (this.#input === "") return false;
    const interruption = this.#host.script.partOfData;
    if (interruption) {
      const action = decide(interruption, this.#context, "");
      if (action.next === "hang") this.#socket.pause();
      if (action.next) {
        this.#act(action);
        return false;
      }
    }
    const empty = this.#input.startsWith(".\r\n");
    const end = empty ? 0 : this.#input.indexOf("\r\n.\r\n", this.#searchedTo);
    if (end < 0) {
      this.#searchedTo = Math.max(0, this.#input.length - 4);
      return false;
    }
    const message = empty ? "" : this.#input.slice(0, end + 2);
    this.#input = this.#input.slice(empty ? 3 : end + 5);
    this.#receiving = false;
    if (this.#host.keep) this.conversation.lines.push("C: .");
    this.#endOfMessage(message);
    return true;
  }

  #endOfMessage(message: string): void {
    if (this.#recipients.length === 0) {
      this.#forget();
      this.#say(noRecipients);
      return;
    }
    const action = decide(this.#host.script.dot, this.#context, "250 2.0.0 Accepted");
    const mail: AcceptedMail = {
      from: this.#context.sender,
      to: this.#recipients,
      messageId: messageIdOf(message),
      raw: this.#host.keep
        ? Buffer.from(message.replaceAll("\r\n..", "\r\n.").replace(/^\.\./, "."), "latin1")
        : new Uint8Array(),
    };
    this.#forget();
    // Noted before the reply leaves, so a killed client can never have seen a 250 that the log lacks.
    this.#act(action, { before: () => action.accept && this.#host.accept(mail) });
  }

  #step(name: keyof SmtpScript, usual: string, done?: () => void): void {
    const action = decide(this.#host.script[name], this.#context, usual);
    const succeeds = action.reply !== undefined && /^[23]/.test(action.reply);
    this.#act(action, { after: succeeds ? done : undefined });
  }

  #act(action: PlainAction, around: { before?: () => unknown; after?: (() => void) | undefined } = {}): void {
    const finish = () => {
      around.before?.();
      if (action.reply !== undefined) this.#say(action.reply, action.unfinished);
      around.after?.();
      if (action.next === "hang") this.#hanging = true;
      if (action.next === "drop" || action.reply?.startsWith("421")) {
        this.#flush();
        // A FIN after what was written; with nothing written the connection just ends.
        this.#hanging = true;
        if (action.reply === undefined) this.#socket.destroy();
        else this.#socket.destroySoon();
      }
    };
    if (action.delayMs === 0) {
      finish();
      return;
    }
    this.#waiting = true;
    setTimeout(() => {
      this.#waiting = false;
      finish();
      this.#read();
    }, action.delayMs);
  }

  #say(reply: string, unfinished = false): void {
    if (this.#host.keep) this.conversation.lines.push(`S: ${reply}`);
    this.#output += unfinished ? reply : `${reply}\r\n`;
  }

  #flush(): void {
    if (this.#output === "" || !this.#socket.writable) return;
    this.#socket.write(this.#output);
    this.#output = "";
  }

  #forget(): void {
    this.#recipients = [];
    this.#inTransaction = false;
  }

  #secureNow(): void {
    this.#flush();
    this.#secure = true;
    this.#socket.removeAllListeners("data");
    const secured = new TLSSocket(this.#socket, {
      isServer: true,
      key: testCertificate.key,
      cert: testCertificate.certificate,
    });
    this.#socket = secured;
    this.#listen(secured);
  }
}

const noRecipients = "554 5.5.1 No valid recipients";

function between(line: string): string {
  return /<([^>]*)>/.exec(line)?.[1] ?? "";
}

function fromBase64(text: string): string {
  return Buffer.from(text, "base64").toString("utf8");
}

function messageIdOf(message: string): string {
  const head = message.slice(0, 8_192);
  return /^message-id:\s*(\S+)/im.exec(head)?.[1] ?? "";
}
