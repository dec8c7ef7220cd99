import type { ImapScript } from "./imapScript.ts";
import type { StandInMail, StandInMailbox } from "./standInMailbox.ts";

type Parts = {
  mailbox: StandInMailbox;
  script: ImapScript;
  commands: string[];
  number: number;
  offersStartTls: boolean;
  write(text: string | Buffer): void;
  end(): void;
  upgrade(): void;
};

/** One connection's conversation: a line at a time, with literals. */
export class ImapSession {
  readonly #parts: Parts;
  #heard = Buffer.alloc(0);
  #command = "";
  #literalLeft = 0;
  #idleTag: string | null = null;
  #sasl: { tag: string; mechanism: string } | null = null;
  #told = 0;
  #unwatch: () => void = () => {};
  #isOver = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  greet(): void {
    this.#parts.write(`${this.#parts.script.greeting}\r\n`);
  }

  closed(): void {
    this.#isOver = true;
    this.#unwatch();
  }

  heard(data: Buffer): void {
    this.#heard = Buffer.concat([this.#heard, data]);
    while (!this.#isOver) {
      if (this.#literalLeft > 0) {
        if (this.#heard.length < this.#literalLeft) return;
        const literal = this.#heard.subarray(0, this.#literalLeft).toString();
        this.#command += `"${literal.replace(/["\\]/g, "\\$&")}"`;
        this.#heard = this.#heard.subarray(this.#literalLeft);
        this.#literalLeft = 0;
      }
      const end = this.#heard.indexOf("\r\n");
      if (end < 0) return;
      const line = this.#heard.subarray(0, end).toString();
      this.#heard = this.#heard.subarray(end + 2);
      const literal = /\{(\d+)(\+?)\}$/.exec(line);
      if (literal !== null) {
        this.#command += line.slice(0, literal.index);
        this.#literalLeft = Number(literal[1]);
        if (literal[2] === "") this.#parts.write("+ go on\r\n");
        continue;
      }
      const whole = this.#command + line;
      this.#command = "";
      this.#take(whole);
    }
  }

  #take(line: string): unknown {
    const { commands, script, number, write, end } = this.#parts;
    if (this.#sasl !== null) return this.#continueSasl(line);
    if (this.#idleTag !== null) {
      commands.push(line);
      write(`${this.#idleTag} OK idled\r\n`);
      this.#idleTag = null;
      return undefined;
    }
    const [tag = "", ...words] = line.split(" ");
    const command = words.join(" ");
    commands.push(command);
    const instead = script.instead(command, number);
    if (instead === null) return this.#answer(tag, command);
    if (instead === "drop") return end();
    if (instead === "silence") return undefined;
    if (instead === "flood") return this.#flood();
    if ("bye" in instead) {
      write(`* BYE ${instead.bye}\r\n`);
      return end();
    }
    return write("raw" in instead ? instead.raw : `${tag} ${instead.say}\r\n`);
  }

  /** A server that talks and talks and never comes to an end. */
  #flood(): void {
    const chunk = "* OK still here\r\n".repeat(4_000);
    const more = () => {
      if (this.#isOver) return;
      this.#parts.write(chunk);
      setTimeout(more, 1);
    };
    more();
  }

  #answer(tag: string, command: string): unknown {
    const { write, script, offersStartTls, upgrade, end } = this.#parts;
    const verb = /^(UID )?\w+/.exec(command)?.[0].toUpperCase() ?? "";
    const rest = command.slice(verb.length).trim();
    const ok = `${tag} OK done\r\n`;
    switch (verb) {
      case "CAPABILITY": {
        const offered = [...script.capabilities, ...(offersStartTls ? ["STARTTLS"] : [])];
        return write(`* CAPABILITY ${offered.join(" ")}\r\n${ok}`);
      }
      case "STARTTLS":
        write(ok);
        return upgrade();
      case "LOGIN": {
        const [user = "", secret = ""] = stringsIn(rest);
        return this.#signIn(tag, user, secret);
      }
      case "AUTHENTICATE": {
        const [mechanism = "", initial] = rest.split(" ");
        this.#sasl = { tag, mechanism: mechanism.toUpperCase() };
        return initial === undefined ? write("+ \r\n") : this.#continueSasl(initial);
      }
      case "ID":
        return write(`* ID ("name" "stand-in")\r\n${ok}`);
      case "NAMESPACE":
        return write(`* NAMESPACE (("" "/")) NIL NIL\r\n${ok}`);
      case "LIST":
      case "LSUB":
        return write(`* ${verb} (\\HasNoChildren) "/" "INBOX"\r\n${ok}`);
      case "EXAMINE":
      case "SELECT":
        return this.#select(tag, verb);
      case "UID FETCH":
        return this.#fetch(tag, rest);
      case "UID SEARCH":
        return this.#search(tag, rest);
      case "NOOP":
        this.#tell();
        return write(ok);
      case "IDLE":
        if (!script.capabilities.includes("IDLE")) return write(`${tag} BAD unknown\r\n`);
        this.#idleTag = tag;
        write("+ idling\r\n");
        return this.#tell();
      case "LOGOUT":
        write(`* BYE see you\r\n${ok}`);
        return end();
      default:
        return write(`${tag} BAD ${verb} is not known here\r\n`);
    }
  }

  #signIn(tag: string, user: string, secret: string): void {
    const fault = this.#parts.script.signIn(user, secret);
    this.#parts.write(fault === null ? `${tag} OK signed in\r\n` : `${tag} NO ${fault}\r\n`);
  }

  /** RFC 4616 for PLAIN; for XOAUTH2 `user=…^Aauth=Bearer …^A^A`. */
  #continueSasl(line: string): unknown {
    const { tag, mechanism } = this.#sasl ?? { tag: "", mechanism: "" };
    this.#sasl = null;
    const text = Buffer.from(line, "base64").toString();
    if (mechanism === "PLAIN") {
      const [, user = "", secret = ""] = text.split("\0");
      return this.#signIn(tag, user, secret);
    }
    const [, user = "", token = ""] = /^user=([^\x01]*)\x01auth=Bearer ([^\x01]*)\x01\x01$/.exec(text) ?? [];
    return this.#signIn(tag, user, token);
  }

  #select(tag: string, verb: string): void {
    const { mailbox, write } = this.#parts;
    this.#told = mailbox.count;
    this.#unwatch();
    this.#unwatch = mailbox.watch(() => this.#idleTag !== null && this.#tell());
    write(
      `* FLAGS (\\Seen)\r\n* ${mailbox.count} EXISTS\r\n* 0 RECENT\r\n` +
        `* OK [UIDVALIDITY ${mailbox.uidValidity}] valid\r\n* OK [UIDNEXT ${mailbox.uidNext}] next\r\n` +
        `${tag} OK [${verb === "EXAMINE" ? "READ-ONLY" : "READ-WRITE"}] done\r\n`,
    );
  }

  #tell(): void {
    const { mailbox, write } = this.#parts;
    if (mailbox.count === this.#told) return;
    this.#told = mailbox.count;
    write(`* ${mailbox.count} EXISTS\r\n`);
  }

  #search(tag: string, rest: string): void {
    const { mailbox, write } = this.#parts;
    const set = /\bUID (\S+)/.exec(rest)?.[1] ?? null;
    const since = /\bSINCE "?([^"\s]+)"?/.exec(rest)?.[1];
    // RFC 3501 section 6.4.4: by the day alone.
    const sinceMs = since === undefined ? Number.NEGATIVE_INFINITY : Date.parse(`${since} 00:00:00 +0000`);
    const found: number[] = [];
    const last = mailbox.at(mailbox.count)?.uid ?? 0;
    for (const mail of mailbox.all())
      if ((set === null || isIn(set, mail.uid, last)) && mail.receivedAt >= sinceMs) found.push(mail.uid);
    write(`* SEARCH${found.map((uid) => ` ${uid}`).join("")}\r\n${tag} OK done\r\n`);
  }

  #fetch(tag: string, rest: string): void {
    const { mailbox, write } = this.#parts;
    const [set = ""] = rest.split(" ");
    const items = rest.slice(set.length + 1).toUpperCase();
    const last = mailbox.at(mailbox.count)?.uid ?? 0;
    for (let sequence = 1; sequence <= mailbox.count; sequence += 1) {
      const mail = mailbox.at(sequence) as StandInMail;
      if (!isIn(set, mail.uid, last)) continue;
      write(
        Buffer.concat([Buffer.from(`* ${sequence} FETCH (`), itemsOf(mail, items), Buffer.from(")\r\n")]),
      );
    }
    write(`${tag} OK done\r\n`);
  }
}

function itemsOf(mail: StandInMail, items: string): Buffer {
  const parts: Buffer[] = [Buffer.from(`UID ${mail.uid}`)];
  if (items.includes("RFC822.SIZE")) parts.push(Buffer.from(` RFC822.SIZE ${mail.size}`));
  if (items.includes("INTERNALDATE"))
    parts.push(Buffer.from(` INTERNALDATE "${internalDate(mail.receivedAt)}"`));
  for (const [, section = "", from, length] of items.matchAll(
    /BODY(?:\.PEEK)?\[([^\]]*)\](?:<(\d+)\.(\d+)>)?/g,
  )) {
    const whole = section === "HEADER" ? headerLength(mail) : mail.size;
    const start = Number(from ?? 0);
    const bytes = mail.bytes(start, Math.min(whole, start + Number(length ?? whole)));
    parts.push(
      Buffer.from(` BODY[${section}]${from === undefined ? "" : `<${from}>`} {${bytes.length}}\r\n`),
      bytes,
    );
  }
  return Buffer.concat(parts);
}

function headerLength(mail: StandInMail): number {
  const end = mail.bytes(0, Math.min(mail.size, 1_000_000)).indexOf("\r\n\r\n");
  return end < 0 ? mail.size : end + 4;
}

/** RFC 3501 section 9, date-time. */
function internalDate(ms: number): string {
  const [, day, month, year, time] = /^\w+, (\d+) (\w+) (\d+) (\S+)/.exec(new Date(ms).toUTCString()) ?? [];
  return `${day}-${month}-${year} ${time} +0000`;
}

/** A set of UIDs; `*` is the largest there is, and a range that begins beyond it holds it all the same. */
function isIn(set: string, uid: number, last: number): boolean {
  return set.split(",").some((range) => {
    const [a = 0, b = a] = range.split(":").map((end) => (end === "*" ? last : Number(end)));
    return uid >= Math.min(a, b) && uid <= Math.max(a, b);
  });
}

function stringsIn(text: string): string[] {
  return [...text.matchAll(/"((?:[^"\\]|\\.)*)"|(\S+)/g)].map(([, quoted, atom]) =>
    quoted === undefined ? (atom ?? "") : quoted.replace(/\\(.)/g, "$1"),
  );
}
