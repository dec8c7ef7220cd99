import { createPrivateKey, type KeyObject } from "node:crypto";
import type { CredentialRow } from "../../../../db/stores/accounts/credentials.ts";
import { createSigningKeyStore } from "../../../../db/stores/accounts/signingKeys.ts";
import type { Core } from "../../../core/core.ts";
import type { DkimSigner } from "../../../sending/signing/dkim.ts";
import { maySign } from "../accountDomains.ts";
import { sendingDomain } from "../judgedAccount.ts";
import { ed25519Selector, signingPlace } from "./makeKeys.ts";

/** What the mails of an account are signed with; null where nothing of ours is. RSA, which everybody knows, stands last, nearest to the mail. */
export async function signersOf(
  core: Core,
  row: CredentialRow,
): Promise<{ domain: string; signers: DkimSigner[] } | null> {
  if (!maySign(core, row)) return null;
  const { workspaceId } = row;
  const domain = sendingDomain(row);
  const found = await createSigningKeyStore(core.database).inUse({ workspaceId, domain });
  if (found === null) return null;
  const { id, selector } = found;
  const opened = (sealed: string, field: "rsaSecret" | "ed25519Secret"): KeyObject => {
    const der = Buffer.from(core.secrets.open(sealed, signingPlace({ workspaceId, id, field })), "base64");
    return createPrivateKey({ key: der, format: "der", type: "pkcs8" });
  };
  const rsa: DkimSigner = { algorithm: "rsa-sha256", selector, key: opened(found.rsaSecret, "rsaSecret") };
  if (!found.signsEd25519) return { domain, signers: [rsa] };
  const key = opened(found.ed25519Secret, "ed25519Secret");
  return {
    domain,
    signers: [{ algorithm: "ed25519-sha256", selector: ed25519Selector(selector), key }, rsa],
  };
}
