import type { Lead } from "../../../../contract/schemas/lead.ts";

export type LeadRowActions = {
  /** Shows everything that is known of it. */
  onOpen: (lead: Lead) => void;
  onEdit: (lead: Lead) => void;
  onDelete: (lead: Lead) => void;
};
