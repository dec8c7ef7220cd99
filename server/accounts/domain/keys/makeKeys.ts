import { generateKeyPair, type KeyObject, randomInt } from "node:crypto";
import { promisify } from "node:util";
import type { WorkspaceId } from "../../../../contract/identity/scope.ts";
import { domainLimits } from "../../../../contract/limits/accounts/domains.ts";
import type { DomainRecord } from "../../../../contract/schemas/accounts/domain.ts";
import type { SigningKeyRow } from "../../../../db/stores/accounts/signingKeys.ts";
import type { Core, SealedPlace } from "../../../core/core.ts";

type Pair = { publicKey: KeyObject; privateKey: KeyObject };

/** Two new keys for a domain, RSA and Ed25519, which sign nothing yet; what is private of them is sealed. */
export async function makeKeys(
  core: Pick<Core, "newId" | "clock" | "secrets">,
  { workspaceId, domain }: { workspaceId: WorkspaceId; domain: string },
): Promise<SigningKeyRow> {
  const id = core.newId();
  const [rsa, ed25519] = await Promise.all([rsaPair(), ed25519Pair()]);
  const sealed = (key: KeyObject, field: SigningSecret) =>
    core.secrets.seal(
      key.export({ type: "pkcs8", format: "der" }).toString("base64"),
      signingPlace({ workspaceId, id, field }),
    );
  return {
    id,
    workspaceId,
    domain,
    selector: newSelector(),
    rsaSecret: sealed(rsa.privateKey, "rsaSecret"),
    rsaPublic: publicBytes(rsa.publicKey).toString("base64"),
    ed25519Secret: sealed(ed25519.privateKey, "ed25519Secret"),
    // The record has the key alone (RFC 8463 section 4.2), which ends what the key's own form has.
    ed25519Public: publicBytes(ed25519.publicKey).subarray(-ed25519Bytes).toString("base64"),
    signsSince: null,
    signsEd25519: false,
    createdAt: core.clock.now(),
  };
}

type SigningSecret = "rsaSecret" | "ed25519Secret";

/** Where the private half of a key stands. */
export function signingPlace(of: {
  workspaceId: WorkspaceId;
  id: string;
  field: SigningSecret;
}): SealedPlace {
  return { workspaceId: of.workspaceId, rowId: of.id, field: `signingKeys.${of.field}` };
}

type Shown = Pick<SigningKeyRow, "domain" | "selector" | "rsaPublic" | "ed25519Public">;

/** What the DNS has to show of a pair: each of the two has a name of its own, since one name holds one key. */
export function recordsOf({ domain, selector, rsaPublic, ed25519Public }: Shown): {
  rsa: DomainRecord;
  ed25519: DomainRecord;
} {
  const record = (name: string, value: string): DomainRecord => ({
    name: `${name}._domainkey.${domain}`,
    type: "TXT",
    value,
    replaces: false,
  });
  return {
    rsa: record(selector, `v=DKIM1; k=rsa; p=${rsaPublic}`),
    ed25519: record(ed25519Selector(selector), `v=DKIM1; k=ed25519; p=${ed25519Public}`),
  };
}

export function ed25519Selector(selector: string): string {
  return `${selector}-ed`;
}

const ed25519Bytes = 32;
const letters = "abcdefghijkmnpqrstuvwxyz23456789";

/** One that nobody else's key at the domain has, and that can be read aloud. */
function newSelector(): string {
  return `amplify-${Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join("")}`;
}

function publicBytes(key: KeyObject): Buffer {
  return key.export({ type: "spki", format: "der" });
}

const generated = promisify(generateKeyPair);

function rsaPair(): Promise<Pair> {
  return generated("rsa", { modulusLength: domainLimits.rsaBits });
}

function ed25519Pair(): Promise<Pair> {
  return generated("ed25519");
}
