import type { Lead } from "../../../../contract/schemas/lead.ts";

export type LeadRowActions = {
  onEdit: (lead: Lead) => void;
  onDelete: (lead: Lead) => void;
  onHistory: (lead: Lead) => void;
};
