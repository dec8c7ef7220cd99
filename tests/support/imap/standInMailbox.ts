/** A mail of the stand-in: what it holds is made when somebody asks for it. */
export type StandInMail = {
  uid: number;
  receivedAt: number;
  size: number;
  bytes(from: number, to: number): Buffer;
};

type Added =
  | { receivedAt?: number; raw: string | Buffer }
  | { receivedAt?: number; header: string; size: number };

/** One INBOX. A hundred thousand mails cost nothing until one of them is fetched. */
export class StandInMailbox {
  uidValidity = 1;
  #generated = 0;
  #generatedAt = 0;
  #added: StandInMail[] = [];
  #nextUid = 1;
  readonly #watching = new Set<() => void>();

  get uidNext(): number {
    return this.#nextUid;
  }

  get count(): number {
    return this.#generated + this.#added.length;
  }

  /** So many private mails, one a minute, the last of them at `lastAt`. */
  fill(count: number, lastAt: number): void {
    this.#generated = count;
    this.#generatedAt = lastAt - (count - 1) * 60_000;
    this.#nextUid = count + 1;
  }

  /** A new mail; whoever idles is told. Answers its UID. */
  add(mail: Added): number {
    const uid = this.#nextUid;
    this.#nextUid += 1;
    this.#added.push(stored(uid, mail));
    for (const told of this.#watching) told();
    return uid;
  }

  /** As after a server was put back from a backup: the same mails under other numbers (RFC 3501 section 2.3.1.1). */
  renumber(): void {
    this.uidValidity += 1;
    const mails = [...this.all()];
    this.#generated = 0;
    this.#added = mails.map((mail, index) => ({ ...mail, uid: index + 1_001 }));
    this.#nextUid = mails.length + 1_001;
  }

  /** By sequence number, from 1. */
  at(sequence: number): StandInMail | undefined {
    if (sequence > this.#generated) return this.#added[sequence - this.#generated - 1];
    return sequence < 1 ? undefined : generated(sequence, this.#generatedAt + (sequence - 1) * 60_000);
  }

  *all(): Generator<StandInMail> {
    for (let sequence = 1; sequence <= this.count; sequence += 1) yield this.at(sequence) as StandInMail;
  }

  watch(told: () => void): () => void {
    this.#watching.add(told);
    return () => this.#watching.delete(told);
  }
}

function stored(uid: number, mail: Added): StandInMail {
  const receivedAt = mail.receivedAt ?? Date.now();
  if ("raw" in mail) {
    const raw = Buffer.from(mail.raw);
    return { uid, receivedAt, size: raw.length, bytes: (from, to) => raw.subarray(from, to) };
  }
  const header = Buffer.from(`${mail.header}\r\n\r\n`);
  return {
    uid,
    receivedAt,
    size: mail.size,
    bytes(from, to) {
      const filling = Buffer.alloc(Math.max(0, Math.min(to, mail.size) - Math.max(from, header.length)), "x");
      return Buffer.concat([header.subarray(from, to), filling]);
    },
  };
}

function generated(uid: number, receivedAt: number): StandInMail {
  return stored(uid, {
    receivedAt,
    raw: `From: friend${uid}@private.test\r\nSubject: private ${uid}\r\nMessage-ID: <${uid}@private.test>\r\n\r\nPrivate.\r\n`,
  });
}
