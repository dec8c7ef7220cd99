import { columnVisibilityFeature, createColumnHelper, tableFeatures } from "@tanstack/react-table";
import type { ReactNode } from "react";
import type { Consent } from "../../../../contract/leads/consent.ts";
import type { FieldKind, FieldValue } from "../../../../contract/leads/customFields.ts";
import { fieldText } from "../../../../contract/leads/fieldText.ts";
import type { Lead } from "../../../../contract/schemas/lead.ts";
import type { CustomField } from "../../../../contract/schemas/leadFields.ts";
import type { LeadSortKey } from "../../../../contract/schemas/leadMatching.ts";
import { leadFieldTexts } from "../../../../contract/texts/leadFields.ts";
import { type LeadTexts, leadTexts } from "../../../../contract/texts/workspace/leads.ts";
import { momentsHere } from "../../../_data/momentsHere.ts";
import { useTexts } from "../../../_data/useTexts.ts";

export const features = tableFeatures({ columnVisibilityFeature });

/**
 * Stands where a lead is being loaded. Its row has all the cells of another, as making them anew for each row that
 * comes in costs more than everything else of a fast scroll.
 */
export const comingLead: Lead = {
  _id: "",
  firstName: "",
  lastName: "",
  email: "",
  phone: "",
  collection: [],
  optout: false,
  emailCount: 0,
  openedCount: 0,
  createdAt: 0,
  fields: {},
};

/** What the grid knows of a column beyond TanStack's own. */
export type LeadColumn = {
  id: keyof LeadTexts["columns"] | `field:${string}`;
  /** Of a field of the workspace's own its name; the others have theirs in the texts. */
  label?: string;
  /** Undefined where the order would mean nothing. */
  sort?: LeadSortKey;
  align?: "end";
  /** How narrow it may be and how wide it may become, as CSS has it; always `least` without the second. */
  least: string;
  most?: string;
  /** The narrowest window in pixels that has room for it, with letters at their usual size. */
  fitsFrom: number;
  /** Shown until somebody chooses otherwise. */
  usual: boolean;
  cell: (lead: Lead) => ReactNode;
};

/** In their order. The name is always there. */
export const leadColumns: readonly LeadColumn[] = [
  {
    id: "name",
    sort: "firstName",
    least: "7.25rem",
    most: "var(--lead-name)",
    fitsFrom: 0,
    usual: true,
    cell: (lead) => nameOf(lead),
  },
  {
    id: "lastName",
    sort: "lastName",
    least: "5.625rem",
    most: "1fr",
    fitsFrom: 1240,
    usual: false,
    cell: (lead) => lead.lastName,
  },
  {
    id: "email",
    sort: "email",
    least: "14.75rem",
    most: "2.2fr",
    fitsFrom: 1240,
    usual: true,
    cell: (lead) => lead.email,
  },
  {
    id: "phone",
    sort: "phone",
    least: "9rem",
    most: "1fr",
    fitsFrom: 1240,
    usual: true,
    cell: (lead) => lead.phone,
  },
  {
    id: "collections",
    least: "6.25rem",
    most: "1fr",
    fitsFrom: 900,
    usual: true,
    cell: (lead) => <span className="muted">{lead.collection.join(", ")}</span>,
  },
  {
    id: "optout",
    sort: "optout",
    least: "6rem",
    fitsFrom: 900,
    usual: true,
    // One element in two looks: another one for each would be made anew as rows pass by.
    cell: ({ optout }) => (
      <span className={optout ? "badge" : "muted"} data-status={optout ? "uncertain" : undefined}>
        <YesOrNo value={optout} />
      </span>
    ),
  },
  {
    id: "consent",
    least: "6rem",
    fitsFrom: 900,
    usual: false,
    cell: ({ consent = "unknown" }) => <ConsentWord consent={consent} />,
  },
  {
    id: "emailCount",
    sort: "emailCount",
    align: "end",
    least: "var(--lead-sent)",
    fitsFrom: 0,
    usual: true,
    cell: (lead) => lead.emailCount,
  },
  {
    id: "openedCount",
    sort: "openedCount",
    align: "end",
    least: "var(--lead-opened)",
    fitsFrom: 0,
    usual: true,
    cell: (lead) => lead.openedCount,
  },
  {
    id: "createdAt",
    sort: "createdAt",
    least: "7rem",
    fitsFrom: 1240,
    usual: false,
    cell: (lead) => momentsHere({ dateStyle: "medium" }).format(lead.createdAt),
  },
];

function YesOrNo({ value }: { value: boolean }) {
  const texts = useTexts(leadTexts);
  return value ? texts.yes : texts.no;
}

function OwnValue({ kind, value }: { kind: FieldKind; value: FieldValue }) {
  return fieldText(kind, value, useTexts(leadFieldTexts));
}

function ConsentWord({ consent }: { consent: Consent }) {
  return <span className="muted">{useTexts(leadTexts).consents[consent]}</span>;
}

const helper = createColumnHelper<typeof features, Lead>();

/** The same as TanStack takes them. */
export function tableColumnsOf(columns: readonly LeadColumn[]) {
  return helper.columns(
    columns.map(({ id, cell }) =>
      helper.display({ id, header: id, enableHiding: id !== "name", cell: ({ row }) => cell(row.original) }),
    ),
  );
}

/** The narrowest window that has room for more columns than every lead fills. */
export const fieldsFitFrom = 1400;
/** So many of the workspace's own fields are shown until somebody chooses otherwise: a second one would cut addresses. */
const usualFields = 1;

/** A column for each field of the workspace's own. None can be sorted by: no index has their order. */
export function fieldColumns(fields: readonly CustomField[]): LeadColumn[] {
  return fields.map(({ key, label, kind }, index) => ({
    id: `field:${key}` as const,
    label,
    least: "7.5rem",
    most: "1fr",
    fitsFrom: fieldsFitFrom,
    usual: index < usualFields,
    ...(kind === "number" ? { align: "end" as const } : {}),
    cell: ({ fields: values }) => {
      const value = values[key];
      return value === undefined ? "" : <OwnValue kind={kind} value={value} />;
    },
  }));
}

export function columnTitle({ id, label }: LeadColumn, texts: LeadTexts): string {
  return label ?? texts.columns[id as keyof LeadTexts["columns"]];
}

export function nameOf(lead: Pick<Lead, "firstName" | "lastName">): string {
  return `${lead.firstName} ${lead.lastName}`.trim();
}
