import { exportJWK, generateKeyPair, importJWK, type JWTPayload, SignJWT } from "jose";

const keyId = "stand-in-key";

/** Signs ID tokens with a real RSA key, as Google does, and with another one, as a forger would. */
export async function createSigner(clientId: string) {
  const [real, other] = await Promise.all([newKeys(), newKeys()]);
  // A key need not say what it is for (RFC 7517 section 4.4), and then only whoever reads a token holds it to one way.
  const jwk = { ...(await exportJWK(real.publicKey)), kid: keyId, use: "sig" };
  const signed =
    (key: CryptoKey, alg = "RS256") =>
    (claims: Record<string, unknown> = {}) =>
      new SignJWT({ ...defaults(clientId), ...claims })
        .setProtectedHeader({ alg, kid: keyId, typ: "JWT" })
        .sign(key);
  const { alg: _, ...privateJwk } = await exportJWK(real.privateKey);
  const otherWay = (await importJWK(privateJwk, "RS512")) as CryptoKey;
  return {
    keys: { keys: [jwk] },
    idToken: signed(real.privateKey),
    forgedToken: signed(other.privateKey),
    otherWayToken: signed(otherWay, "RS512"),
    publicKeyPem: Buffer.from(await crypto.subtle.exportKey("spki", real.publicKey)).toString("base64"),
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
