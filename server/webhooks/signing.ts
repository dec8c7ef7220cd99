import { createHmac, randomBytes } from "node:crypto";

const prefix = "whsec_";
/** Standard Webhooks asks for 24 to 64 random bytes. */
const secretBytes = 32;

/** A secret in the form that receivers get: a prefix and random bytes in base64. */
export function newWebhookSecret(): string {
  return `${prefix}${randomBytes(secretBytes).toString("base64")}`;
}

type Signed = { id: string; atMs: number; body: string; secrets: readonly string[] };

/**
 * The headers of the Standard Webhooks specification 1.0.0: an id that stays the same, the time of this attempt in seconds,
 * and for each valid secret a signature over both and the body, separated by spaces.
 */
export function webhookHeaders({ id, atMs, body, secrets }: Signed): Record<string, string> {
  const timestamp = String(Math.floor(atMs / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
  });
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.join(" "),
  };
}
