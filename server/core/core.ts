import type { WorkspaceId } from "../../contract/identity/scope.ts";
import type { Database } from "../../db/database.ts";
import type { HashCosts } from "../../platform/passwords.ts";
import type { Log } from "../log/log.ts";
import type { SecurityLog } from "../log/securityLog.ts";
import type { Settings } from "../settings/settings.ts";
import type { Clock } from "./clock.ts";

/** Sealed secrets, signed links and keyed hashes, all from the installation's one key. */
export type Secrets = {
  /** AES-256-GCM with a random nonce, a key id, and owner, row and field as associated data. */
  seal(text: string, place: SealedPlace): string;
  /** @throws {Error} when the text was changed, moved to another place, or sealed with another key. */
  open(sealed: string, place: SealedPlace): string;
  /** A token that says `id` for one purpose only; URL-safe, with an HMAC of at least 128 bits. */
  sign(purpose: TokenPurpose, id: string): string;
  /** The id that a token was signed for, or null for anything forged or made for another purpose. */
  verify(purpose: TokenPurpose, token: string): string | null;
  /** Keyed hash of an address in its normal form, for lists that must hold no addresses. */
  hashAddress(address: string): string;
  /** The hash that such an address had before addresses had one spelling; null where it was the same. */
  formerHash(address: string): string | null;
  /** Keyed hash of whom or what is counted, for tables that need not know. */
  hashCounted(text: string): string;
  /** The key of that hash of addresses, for other threads of this process. */
  addressKey: Uint8Array;
};

export type SealedPlace = { workspaceId: WorkspaceId; rowId: string; field: string };
export type TokenPurpose = "unsubscribe" | "open" | "click" | "return";

/** What every service is made from. */
export type Core = {
  settings: Settings;
  clock: Clock;
  database: Database;
  secrets: Secrets;
  log: Log;
  securityLog: SecurityLog;
  /** What hashing a password costs. */
  passwordCosts: HashCosts;
  /** A new UUIDv7: later ids sort after earlier ones. */
  newId(): string;
};
