/** Code with which a receiver verifies a request, using only its language's standard library; the same as in `docs/WEBHOOKS.md`. */
export const javaScriptExample = `import { createHmac, timingSafeEqual } from "node:crypto";

// body: the bytes as they came, before anything parsed them.
export function isFromAmplify({ secret, headers, body }) {
  const { "webhook-id": id, "webhook-timestamp": time, "webhook-signature": signed = "" } = headers;
  if (!(Math.abs(Date.now() / 1000 - Number(time)) < 300)) return false;
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const right = createHmac("sha256", key).update(\`\${id}.\${time}.\`).update(body).digest();
  return signed.split(" ").some((one) => {
    const given = Buffer.from(one.replace("v1,", ""), "base64");
    return given.length === right.length && timingSafeEqual(given, right);
  });
}`;

export const pythonExample = `import base64, hashlib, hmac, time

# body: the bytes as they came, before anything parsed them.
def is_from_amplify(secret, headers, body):
    id, sent, signed = (headers.get(f"webhook-{name}", "") for name in ("id", "timestamp", "signature"))
    if not (sent.isdecimal() and len(sent) < 20 and abs(time.time() - int(sent)) < 300):
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    text = f"{id}.{sent}.".encode() + body
    right = base64.b64encode(hmac.new(key, text, hashlib.sha256).digest())
    return any(
        hmac.compare_digest(one.removeprefix("v1,").encode(), right) for one in signed.split(" ")
    )`;
