import type { LogOutput } from "./output.ts";

/** What somebody looks for afterwards who asks what happened to an account, or tried to. */
export type SecurityEvent = {
  event:
    | "sign_up"
    | "sign_in"
    | "google_sign_in"
    | "google_linked"
    | "sign_out"
    | "session_ended"
    | "sessions_ended"
    | "password_changed"
    | "password_link_asked"
    | "password_link_made"
    | "password_reset"
    | "account_exported"
    | "leads_exported"
    | "deliveries_exported"
    | "account_deleted"
    | "sending_account_added"
    | "sending_account_changed"
    | "mailbox_reading_on"
    | "mailbox_reading_off"
    | "sending_account_removed"
    | "job_retried"
    | "key_added"
    | "key_revoked"
    | "key_refused"
    | "webhook_added"
    | "webhook_changed"
    | "webhook_removed"
    | "program_asked"
    | "program_let_in"
    | "foreign_origin"
    | "grant";
  /** "locked_out": too many tries. "refused" comes with the code of the refusal. */
  outcome: "done" | "refused" | "locked_out";
  code?: string | undefined;
  /** Who did it, or to whom it was done. */
  user?: string | undefined;
  /** Where nobody is known: the keyed hash of the address that was given. */
  addressHash?: string | undefined;
  /** The client's address. */
  from?: string | undefined;
  /** What was granted, in the words of the command. */
  plan?: string | undefined;
  role?: string | undefined;
  /** Which job an admin had tried again. */
  job?: string | undefined;
  /** Which key of the API: that was refused, or that it was done with. */
  key?: string | undefined;
  /** How a key that was refused begins. */
  begins?: string | undefined;
  /** After so many of one kind: for how long no more of them are written. */
  quietMs?: number | undefined;
};

/** Never given a password, a token, a cookie or an address of e-mail. */
export type SecurityLog = (event: SecurityEvent) => void;

/** Written whatever the level: whoever runs the installation collects these entries beside the server's own. */
export function createSecurityLog(clock: { now(): number }, output: LogOutput): SecurityLog {
  return (event) => output({ log: "security", time: new Date(clock.now()).toISOString(), ...event });
}
