import { generateKeyPairSync } from "node:crypto";
import { dkimVerify } from "mailauth/lib/dkim/verify";

const rsa = generateKeyPairSync("rsa", { modulusLength: 2_048 });
const ed25519 = generateKeyPairSync("ed25519");
const inBase64 = ({ publicKey }: typeof rsa) => publicKey.export({ type: "spki", format: "der" });
const records: Record<string, string> = {
  "a._domainkey.shop.test": `v=DKIM1; k=rsa; p=${inBase64(rsa).toString("base64")}`,
  "b._domainkey.shop.test": `v=DKIM1; k=ed25519; p=${inBase64(ed25519).subarray(-32).toString("base64")}`,
};

/** Keys of shop.test, both of which its DNS shows. */
export const signers = [
  { algorithm: "ed25519-sha256", selector: "b", key: ed25519.privateKey },
  { algorithm: "rsa-sha256", selector: "a", key: rsa.privateKey },
] as const;

/** What an independent verifier says of each signature of a mail from there. */
export async function verdicts(mail: Buffer): Promise<string[]> {
  const resolver = async (name: string) => [[records[name] ?? ""]];
  const { results } = await dkimVerify(mail, { resolver });
  return results.map(({ status }: { status: { result: string } }) => status.result);
}
