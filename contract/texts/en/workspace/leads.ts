import { amount, grouped } from "../../../sentences/en/words.ts";

/** What the Leads tab says. */
export const lead = {
  tools: "Add, import and send",
  listTools: "What the list shows",
  more: "More",
  filter: "Filter",
  cancel: "Cancel",
  yes: "Yes",
  no: "No",
  yourLeads: "Your leads",
  empty: {
    text: "A .csv, .xls or .xlsx file with a column of names and one of email addresses is enough.",
    title: "No leads yet",
    titleIn: (collection: string) => `Nobody in ${collection} yet`,
    import: "Import a file",
    add: "Add one by hand",
  },
  found: {
    count: (count: number) => `${grouped(count)} found`,
    nobody: "Nobody found",
    showAll: "Show all leads",
    noneOfKind: "The filter finds no lead here.",
    noMatch: (search: string) => `No lead here has "${search}" in the name, the address or the phone number.`,
  },
  details: "Details",
  title: "Leads",
  search: {
    label: "Search leads",
    placeholder: "Name, email or phone",
  },
  deletion: {
    bar: "Deleted leads",
    bringingBack: "Bringing them back…",
    undo: "Undo",
  },
  delete: "Delete",
  done: {
    deleted: (count: number) => `${amount(count, "lead")} deleted.`,
    deletedAtLeast: (count: number) =>
      count === 0
        ? "It broke off: some leads may be deleted."
        : `${amount(count, "lead")} deleted, or more: it broke off.`,
    added: ({ count, collection }: { count: number; collection: string }) =>
      `${amount(count, "lead")} added to ${collection}.`,
    takenOut: ({ count, collection }: { count: number; collection: string }) =>
      `${amount(count, "lead")} taken out of ${collection}.`,
    optedOut: (count: number) => `${amount(count, "lead")} opted out.`,
    consentSet: (count: number) => `Consent of ${amount(count, "lead")} set.`,
  },
  dismiss: "Dismiss",
  selection: {
    selectAll: ({ count, isNarrowed }: { count: number; isNarrowed: boolean }) =>
      `Select all ${grouped(count)}${isNarrowed ? " found" : ""}`,
    some: ({ count, total }: { count: number; total: number }) =>
      `${grouped(count)} of ${grouped(total)} selected`,
    all: ({ count, ...which }: Which & { count: number }) =>
      count === 1
        ? `The lead${whichText(which, "was")} is selected`
        : `All ${amount(count, "lead")}${whichText(which)} are selected`,
    allBut: ({ count, total, ...which }: Which & { count: number; total: number }) =>
      `${grouped(count)} of the ${amount(total, "lead")}${whichText(which)} are selected`,
    tooManyLeftOut: (max: number) =>
      `At most ${grouped(max)} leads can be left out of all. Search for those you mean, or put them into a collection.`,
    notLoaded: "The leads could not be loaded, so nothing was picked. Please try again.",
    tooManyPicked: (max: number) =>
      `At most ${grouped(max)} leads can be picked one by one. Select all, search, or choose a collection.`,
    bar: "Selected leads",
    clear: "Clear",
    email: "Email selected",
    addTo: "Add to a collection…",
    takeOut: (collection: string) => `Take out of ${collection}`,
    optOut: "Opt out",
    setConsent: "Set consent…",
    asCsv: "Export as CSV",
    asXlsx: "Export as XLSX",
    working: "Working…",
    more: "More",
  },
  work: {
    bar: "Work under way",
    progress: ({ title, done, total }: { title: string; done: number; total: number }) =>
      `${title} ${grouped(done)} of ${grouped(total)}`,
    stop: "Stop",
    megabytes: (count: string) => `${count} MB`,
    bringingBack: "Bringing leads back",
    addedAgain: (count: number) =>
      `${amount(count, "lead")} had been added again meanwhile and stayed as they are.`,
    making: (format: string) => `Making leads.${format}`,
    actions: {
      addTo: "Adding leads to the collection",
      removeFrom: "Taking leads out of the collection",
      optOut: "Opting leads out",
      setConsent: "Setting consent",
      delete: "Deleting leads",
    },
  },
  columnOnWider: (title: string) => `${title} (on wider screens)`,
  columnChoice: "Columns",
  customFields: "Custom fields…",
  actions: "Actions",
  select: {
    all: (count: number) => `Select all ${amount(count, "lead")}`,
    page: ({ from, to, of }: { from: number; to: number; of: number }) =>
      `Select leads ${grouped(from)} to ${grouped(to)} of ${grouped(of)}`,
    one: "Select the lead",
  },
  row: {
    number: (index: number) => `row ${index}`,
    select: (name: string) => `Select ${name}`,
    edit: (name: string) => `Edit ${name}`,
    delete: (name: string) => `Delete ${name}`,
    optedOut: ", opted out",
  },
  dialogs: {
    add: "Add Lead",
    edit: "Edit Lead",
    delete: "Delete leads",
    addTo: "Add to a collection",
    consent: "Set consent",
    fields: "Custom fields",
    import: "Import",
    send: "Send Email",
    test: "Send Test Email",
    collection: "Add a collection",
    rename: "Rename the collection",
    merge: "Merge the collection",
    deleteCollection: "Delete the collection",
    noCredentials: "No credentials",
  },
  consents: { unknown: "Not known", granted: "Granted", denied: "Denied" },
  columns: {
    name: "Name",
    lastName: "Last name",
    email: "Email",
    phone: "Phone",
    collections: "Collections",
    optout: "Opted out",
    consent: "Consent",
    emailCount: "Sent",
    openedCount: "Opened",
    createdAt: "Added",
  },
};

/** Which leads are meant where not all of them are; `collection` is null where that does not matter. */
export type Which = { isNarrowed: boolean; collection: string | null };

export function whichText({ isNarrowed, collection }: Which, be = "were"): string {
  return `${isNarrowed ? ` that ${be} found` : ""}${collection === null ? "" : ` in ${collection}`}`;
}
