import type { ErrorCode } from "../../../contract/errors.ts";
import type { Cause } from "../../../contract/reasons.ts";
import type { CampaignRow } from "../../../db/stores/campaigns/campaigns.ts";
import type { SharedClock } from "../../core/sharedClock.ts";
import type { LogRecord } from "../../log/output.ts";
import type { Happened } from "../../sending/boundary/gatherEvents.ts";
import type { Counted, SendingCommand, SingleMail } from "../../sending/boundary/port.ts";
import type { Settings } from "../../settings/settings.ts";

/** Settings as they go from thread to thread: addresses are no plain data, and some secrets are not the sender's. */
type PlainSettings = Omit<Settings, Address | "systemSmtp" | "metricsToken"> & Record<Address, string | null>;
type Address = "googleSmtp" | "outlookSmtp";

export function plainSettings(settings: Settings): PlainSettings {
  const { googleSmtp, outlookSmtp, systemSmtp: _own, metricsToken: _token, ...plain } = settings;
  return { ...plain, googleSmtp: googleSmtp?.href ?? null, outlookSmtp: outlookSmtp?.href ?? null };
}

export function settingsFrom({ googleSmtp, outlookSmtp, ...plain }: PlainSettings): Settings {
  const address = (text: string | null) => (text === null ? null : new URL(text));
  const relays = { googleSmtp: address(googleSmtp), outlookSmtp: address(outlookSmtp) };
  return { ...plain, ...relays, systemSmtp: null, metricsToken: null };
}

export type Start = {
  settings: PlainSettings;
  clock: SharedClock;
  /** When this process began: it may have had such a thread before. */
  startedAt: number;
  /** Where the database's file is and whose turn it is to write to it; null for the PostgreSQL that the settings name. */
  place: { folder: string; turns: SharedArrayBuffer } | null;
};

/** What the sender is asked; each is answered. */
export type Asked =
  | { what: "start"; with: Start }
  | { what: "tell"; command: SendingCommand }
  | { what: "sendOne"; single: SingleMail }
  | { what: "waitings"; campaigns: readonly CampaignRow[] }
  | { what: "progress"; campaigns: readonly Counted[] }
  | { what: "stop" };

/** From those who answer people to the thread that sends. */
export type ToSender =
  | { kind: "ask"; id: number; asked: Asked }
  /** Whether this process may send. */
  | { kind: "maySend"; id: number; isGranted: boolean }
  /** The clock was set. */
  | { kind: "clock" };

/** From the thread that sends. */
export type FromSender =
  | { kind: "answered"; id: number; answer: unknown }
  /** `from` is what it came of, where it was not refused in these words: an error loses its code on the way. */
  | {
      kind: "refused";
      id: number;
      code: ErrorCode;
      reason: Cause;
      from: { message: string; code: string | null } | null;
    }
  /** Asks for the right to send, which is this process's and not the thread's: it outlives the thread. */
  | { kind: "maySend"; id: number }
  | { kind: "happened"; happened: Happened }
  | { kind: "log"; record: LogRecord };
