import type { Lead } from "../../../contract/schemas/lead.ts";
import type { Selection } from "../leads/actions/useSelection.ts";
import type { TrackingWish } from "./TrackingFields.tsx";

/** The Send Email dialog as it is filled in. */
export type SendFields = TrackingWish & { subject: string; templateId: string; credentialId: string };

/** The Send Test Email dialog as it is filled in. */
export type TestFields = { templateId: string; subject: string; credentialId: string; lead: Lead | null };

/** Each of the two as it was when it was last closed without being sent or given up: it goes on there. */
export type Unsent = { mail: SendFields | null; test: TestFields | null };

/** What a send was made of, so that its dialog can be opened again as it was. */
export type StoredSend = { selection: Selection; fields: SendFields };
