/** What `--help` says of what is done to leads, collections, templates and accounts one by one. */
export const verbHelp = {
  leadVerbs: {
    lead: "the lead's address or identifier",
    leads: "addresses or identifiers of leads",
    add: "Add a lead",
    email: "the lead's address",
    edit: "Change a lead; what is not named stays as it is",
    newEmail: "another address",
    firstName: "the first name",
    lastName: "the last name",
    phone: "the phone number",
    collection: "a collection it is in; may be given several times",
    onlyCollection: "the collections it is in from now on; may be given several times",
    field: 'a value of a custom field, as "key=value"; "key=" takes it away',
    show: "Show a lead, its fields, its consent and what was sent to it",
    remove: "Remove leads; for some minutes restore brings them back",
    restore: "Bring back leads that were removed some minutes ago",
    deletion: "what remove answered",
    yes: "do it without asking",
    optOut: "Opt leads out: nobody mails them any more",
    optIn: "Opt a lead in again that you had opted out",
    join: "Put leads into a collection",
    leave: "Take leads out of a collection",
    collectionName: "the collection",
    export: "Write leads to a file, or to stdout",
    file: "the file; - or nothing for stdout",
    format: "csv, or xlsx for a workbook",
    notes: "List the notes about a lead; add, remove",
    noteAdd: "Write a note about a lead",
    noteText: "the note; - reads it from stdin",
    noteRemove: "Remove a note",
    note: "its identifier",
    ofCollection: "those of this collection; all for everybody",
    ofSearch: "those whose name or email has this text",
    ofSegment: "those that this segment finds",
    examples: `
Examples:
  amplify leads --collection spring --limit 20
  amplify leads add bo@example.com --first-name Bo --last-name Lind
  amplify leads export --collection spring spring.csv
  amplify leads opt-out bo@example.com`,
  },
  lists: {
    all: "all of them, however many",
    limit: "at most so many",
  },
  collectionVerbs: {
    summary: "List collections and how many leads they have; add, rename, remove, merge",
    add: "Add a collection",
    rename: "Give a collection another name",
    remove: "Remove a collection; its leads stay",
    merge: "Move the leads of a collection into another, and remove it",
    which: "the collection, by name or identifier",
    into: "the collection that they move into",
    name: "what it is to be called",
  },
};
