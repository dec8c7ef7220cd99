import { createHash, type KeyObject, sign } from "node:crypto";

export type DkimSigner = { algorithm: "rsa-sha256" | "ed25519-sha256"; selector: string; key: KeyObject };

/** The headers that are signed if a mail has them. From is listed twice, so that a second one cannot be added unnoticed. */
const signedNames = [
  "from",
  "from",
  "to",
  "reply-to",
  "subject",
  "date",
  "message-id",
  "in-reply-to",
  "references",
  "mime-version",
  "content-type",
  "list-unsubscribe",
  "list-unsubscribe-post",
];

/**
 * A mail with a DKIM signature of each key in front of it, with relaxed canonicalization of headers and body (RFC 6376
 * section 3.4, RFC 8463). The mail must have CRLF line ends, and `now` is in milliseconds. Signing runs on another thread.
 */
export async function dkimSigned(
  raw: Uint8Array,
  { domain, signers, now }: { domain: string; signers: readonly DkimSigner[]; now: number },
): Promise<Buffer> {
  const mail = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  const gap = mail.indexOf("\r\n\r\n");
  const head = mail.subarray(0, gap < 0 ? mail.length : gap).toString("latin1");
  const body = gap < 0 ? "" : mail.subarray(gap + 4).toString("latin1");
  const bodyHash = createHash("sha256").update(relaxedBody(body), "latin1").digest("base64");
  const { names, text } = signedHeaders(head);
  const at = Math.floor(now / 1_000);
  const lines = await Promise.all(
    signers.map(async ({ algorithm, selector, key }) => {
      const begun =
        `DKIM-Signature: v=1; a=${algorithm}; c=relaxed/relaxed; d=${domain};\r\n s=${selector}; t=${at};\r\n` +
        ` h=${names.join(":\r\n  ")};\r\n bh=${bodyHash};\r\n b=`;
      const signature = await signatureOf(text + relaxedHeader(begun), { algorithm, key });
      return `${begun}${(signature.match(/.{1,72}/g) ?? []).join("\r\n  ")}\r\n`;
    }),
  );
  return Buffer.concat([Buffer.from(lines.join(""), "latin1"), mail]);
}

/** RSA signs the text, which Node hashes; Ed25519 signs the SHA-256 hash of the text (RFC 8463 section 3). */
function signatureOf(
  text: string,
  { algorithm, key }: Pick<DkimSigner, "algorithm" | "key">,
): Promise<string> {
  const bytes = Buffer.from(text, "latin1");
  const [name, data] =
    algorithm === "rsa-sha256" ? ["sha256", bytes] : [null, createHash("sha256").update(bytes).digest()];
  return new Promise((resolve, reject) =>
    sign(name as string, data as Buffer, key, (error, made) =>
      error === null ? resolve(made.toString("base64")) : reject(error),
    ),
  );
}

function signedHeaders(head: string): { names: string[]; text: string } {
  const headers = new Map<string, string>();
  for (const header of head.split(/\r\n(?![ \t])/)) {
    const name = header
      .slice(0, Math.max(0, header.indexOf(":")))
      .trim()
      .toLowerCase();
    if (name !== "") headers.set(name, header);
  }
  const names = signedNames.filter((name) => headers.has(name));
  // The second From is a header that does not exist, so its text is empty (RFC 6376 section 5.4.2).
  const text = [...new Set(names)].map((name) => `${relaxedHeader(headers.get(name) ?? "")}\r\n`).join("");
  return { names, text };
}

/** RFC 6376 section 3.4.2, without its line end. */
function relaxedHeader(header: string): string {
  const at = header.indexOf(":");
  const value = header.slice(at + 1).replace(/\r\n/g, "");
  return `${header.slice(0, at).trim().toLowerCase()}:${value
    .split(/[ \t]+/)
    .filter(Boolean)
    .join(" ")}`;
}

/** RFC 6376 section 3.4.4. */
function relaxedBody(body: string): string {
  const lines = body.split("\r\n").map((line) => {
    if (!/[ \t]/.test(line)) return line;
    const words = line.split(/[ \t]+/);
    if (words.at(-1) === "") words.pop();
    return words.join(" ");
  });
  while (lines.length > 0 && lines.at(-1) === "") lines.pop();
  return lines.length === 0 ? "" : `${lines.join("\r\n")}\r\n`;
}
