import type { Selection } from "../leads/actions/useSelection.ts";
import type { TrackingWish } from "./TrackingFields.tsx";

/** The Send Email dialog as it is filled in. */
export type SendFields = TrackingWish & { subject: string; templateId: string; credentialId: string };

/** What a send was made of, so that its dialog can be opened again as it was. */
export type KeptSend = { selection: Selection; fields: SendFields };
