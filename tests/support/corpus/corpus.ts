import { readdirSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "bun";

/** The person whose data each database of the corpus is. */
export const corpusPerson = { email: "ada@example.com", password: "Harbour-Lantern-72!" };

/** An account with a password that only the right key opens. */
export const smtpSender = { email: "ada@sender.test", password: "qwzx vbnm plok ijuh" };

/** What only versions that know more than the first ones have, by its names. */
export const newer = {
  field: "City",
  segment: "From Kyiv",
  sequence: "Welcome",
  /** Dora and Olaf are opted out, and so is Ben since his one-click. */
  welcomed: 4,
  mail: "Your code",
  key: "Nightly report",
  webhook: "http://127.0.0.1:9/amplify",
};

/** A key for all of the corpus, so that what is sealed in it opens; it seals nothing else. */
const key = Buffer.alloc(32, "corpus").toString("base64");

/** How a version of Amplify is started on a database of the corpus. */
export function corpusEnvironment({ folder, smtpPort }: { folder: string; smtpPort: number }) {
  return {
    NODE_ENV: "production",
    AMPLIFY_DATA: folder,
    AMPLIFY_KEY: key,
    AMPLIFY_PLANS: "off",
    AMPLIFY_RATE_LIMITS: "off",
    // A webhook goes to this machine.
    AMPLIFY_PRIVATE_HOSTS: "on",
    AMPLIFY_GOOGLE_SMTP: `smtp://127.0.0.1:${smtpPort}`,
  };
}

/** The databases there are, by name. */
export function corpusNames(): string[] {
  return readdirSync(import.meta.dir)
    .filter((name) => name.endsWith(".db.gz"))
    .map((name) => name.replace(/\.db\.gz$/, ""))
    .sort();
}

/** Puts a database of the corpus in a folder, as its server left it. */
export async function layOut({ name, folder }: { name: string; folder: string }): Promise<void> {
  const packed = await Bun.file(join(import.meta.dir, `${name}.db.gz`)).bytes();
  await Bun.write(join(folder, "amplify.db"), gunzipSync(packed));
}
