import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";

export type GoogleStandIn = {
  /** For GOOGLE_BASE_URL. */
  url: string;
  clientId: string;
  /** Settings of a server that believes this Google and no other. */
  environment: Record<string, string>;
  /** A token as Google signs it; each claim can be another, or left out with undefined. */
  idToken(claims?: JWTPayload & Record<string, unknown>): Promise<string>;
  /** Signs with a key of one's own under the name of Google's. */
  forgedToken(claims?: Record<string, unknown>): Promise<string>;
  /** The published key as PEM text, for those who would use it as a secret. */
  publicKeyPem: string;
  close(): void;
};

const keyId = "stand-in-key";
let shared: Promise<GoogleStandIn> | undefined;

/** Google's part in signing in: a real server with a real RSA key and really signed tokens. One a process. */
export function googleStandIn(): Promise<GoogleStandIn> {
  shared ??= start();
  return shared;
}

async function start(): Promise<GoogleStandIn> {
  const [real, other] = await Promise.all([newKeys(), newKeys()]);
  const jwk = { ...(await exportJWK(real.publicKey)), kid: keyId, alg: "RS256", use: "sig" };
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: (request) =>
      new URL(request.url).pathname === "/oauth2/v3/certs"
        ? Response.json({ keys: [jwk] })
        : new Response("Not found", { status: 404 }),
  });
  // The key set alone must not keep a test process alive.
  server.unref();
  const url = `http://127.0.0.1:${server.port}`;
  const clientId = "client.apps.example";
  const signed =
    (key: CryptoKey) =>
    (claims: Record<string, unknown> = {}) =>
      new SignJWT({ ...defaults(clientId), ...claims })
        .setProtectedHeader({ alg: "RS256", kid: keyId, typ: "JWT" })
        .sign(key);
  return {
    url,
    clientId,
    environment: { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: "secret", GOOGLE_BASE_URL: url },
    idToken: signed(real.privateKey),
    forgedToken: signed(other.privateKey),
    publicKeyPem: Buffer.from(await crypto.subtle.exportKey("spki", real.publicKey)).toString("base64"),
    close: () => void server.stop(true),
  };
}

function newKeys() {
  return generateKeyPair("RS256", { extractable: true });
}

function defaults(clientId: string): JWTPayload {
  const nowSeconds = Math.floor(Date.now() / 1000);
  return {
    iss: "https://accounts.google.com",
    aud: clientId,
    sub: crypto.randomUUID(),
    email: "someone@example.com",
    email_verified: true,
    given_name: "Some",
    family_name: "One",
    iat: nowSeconds,
    exp: nowSeconds + 3600,
  };
}
