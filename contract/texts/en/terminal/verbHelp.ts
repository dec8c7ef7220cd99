/** What `--help` says of what is done to leads, collections, templates and accounts one by one. */
export const verbHelp = {
  leadVerbs: {
    lead: "the lead's address or identifier",
    leads: "addresses or identifiers of leads",
    add: "Add a lead",
    email: "the lead's address",
    emailAsOption: "the same, where an option is handier",
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
  templateVerbs: {
    summary: "List templates; add, show, pull, push, preview, rename, remove",
    which: "the template, by name or identifier",
    show: "Show a template: its version, its folder, its size",
    pull: "Write a template's HTML, or its design as .json, to a file or to stdout",
    pullFile: "the file; - or nothing for stdout",
    design: "the editor's design in place of the HTML",
    push: "Save a file as a template: over the one of this name, or as a new one",
    pushFile: "HTML, or a design as .json; - for stdin",
    asDesign: "it is a design, whatever the file is called",
    dropDesign: "save HTML over a template that has a design, which goes then",
    version: "refuse if somebody has saved since this version",
    preview: "Write a mail as one lead would get it; nothing is sent",
    lead: "whose values are filled in, by address or identifier (default: yours)",
    subject: "the subject, to be filled in as well",
    text: "its plain text in place of the HTML",
    duplicate: "Save a copy of a template",
    rename: "Give a template another name",
    name: "what it is to be called",
    remove: "Remove a template; for some minutes restore brings it back",
    restore: "Bring back a template that was removed some minutes ago",
    deletion: "what remove answered",
    versions: "List what a template was at each save, newest first",
    revert: "Save an earlier version anew; the present one is kept too",
    number: "its number: see amplify templates versions",
    ofVersion: "as it was at this version",
    publish: "Share a template with everybody here; for administrators",
    back: "take it back",
    move: "Put a template into a folder, or take it out",
    folder: "the folder, by name or identifier; none for no folder",
    folders: "List folders of templates; add, rename, remove, restore",
    folderAdd: "Add a folder",
    folderRename: "Give a folder another name",
    folderRemove: "Remove a folder; its templates stay, in none",
    folderRestore: "Bring back a folder that was removed some minutes ago",
    folderId: "its identifier, as remove answered it",
    examples: `
Examples:
  amplify templates pull News news.html
  amplify templates push News news.html
  amplify templates preview News --lead bo@example.com --text`,
  },
  accountVerbs: {
    summary: "List sending accounts; add, show, edit, test, reading, resume, remove",
    show: "Show a sending account and its limits",
    edit: "Change a sending account; it is signed in to before it is saved",
    test: "Sign in to an account as it is stored; no mail is sent",
    noName: "people see the alias alone from now on",
  },
  reading: {
    summary: "Show whether answers to an account are read, and turn that on or off",
    on: "read them: the mailbox is signed in to before that is saved, and never changed",
    off: "read them no more; the sign-in to the mailbox is forgotten",
    host: "the IMAP host, where it is not the one that sends",
    port: "its port, 993 unless said",
    security: "how the connection to it is encrypted, tls unless said",
    user: "the user name there, where it is not the one that sends",
    passwordStdin: "read the password of the mailbox from stdin; needed for another host, port or user",
  },
  account: {
    summary: "Show your own account and how much is kept",
    export: "Write everything that is kept of you to a ZIP file",
    file: "the file; - for stdout",
    sessions: "List where you are signed in; end, end-all",
    end: "Sign out of one of them",
    session: "its identifier",
    endAll: "Sign out everywhere, here too",
    plan: "Show what your plan allows",
  },
  images: {
    summary: "List your pictures for mails; add, describe, remove, restore",
    add: "Upload a PNG, JPEG, GIF or WebP picture; its address is public",
    file: "the picture; - for stdin",
    describe: "Say what a picture shows, for whoever cannot see it",
    which: "the picture, by file name or identifier",
    alt: "what it shows",
    remove: "Remove a picture; mails that show it show none from then on",
    restore: "Bring back a picture that was removed some minutes ago",
    id: "its identifier, as remove answered it",
  },
  sandbox: {
    summary: "List mails in the sandbox mailbox, newest first; show, empty",
    show: "Write a mail as it went over the wire, to a file or to stdout",
    which: "its identifier, the end of it, or last",
    file: "the file; - or nothing for stdout",
    empty: "Empty the sandbox mailbox",
  },
  fieldVerbs: {
    edit: "Change a custom field's label, choices or place",
    label: "what it is to be called",
    choices: "the choices it has from now on; may be given several times",
    position: "where it stands among the others, from 1 on",
    restore: "Bring back a field that was removed some minutes ago",
    id: "its identifier, as remove answered it",
  },
  segmentVerbs: {
    edit: "Give a segment another name, or another question from a file",
    which: "the segment, by name or identifier",
    name: "what it is to be called",
    file: "a question as JSON, as calls have it; - for stdin",
    restore: "Bring back a segment that was removed some minutes ago",
    id: "its identifier, as remove answered it",
  },
  optouts: "List who left by a campaign's mail, and why",
  api: {
    summary: "Make any call of the API, and print what it answers",
    method: "GET, POST, PUT, PATCH or DELETE",
    path: "such as /amplify/leads; see /openapi.json",
    query: 'a part of the query, as "name=value"; may be given several times',
    data: "the body: JSON, @FILE for a file's content, or - for stdin",
    output: "write the answer to this file",
    key: "an idempotency key, where the call takes one",
    examples: `
Examples:
  amplify api GET /amplify/leads -q page=2 -q pageSize=10
  amplify api POST /amplify/collections -d '{"name": "spring"}'
  amplify api POST /amplify/leads/bulk -d @leads.json
  amplify api GET /amplify/account/export -o mine.zip`,
  },
  completions: {
    summary: "Print a script that has your shell complete commands and names",
    shell: "which shell",
    how: `
To have it always:
  bash  echo 'source <(amplify completions bash)' >> ~/.bashrc
  zsh   amplify completions zsh > "\${fpath[1]}/_amplify"
  fish  amplify completions fish > ~/.config/fish/completions/amplify.fish
For this shell alone, in bash and zsh:
  source <(amplify completions bash)`,
  },
  profiles: {
    summary: "List profiles, each with its server and who is signed in; use, remove",
    list: "List profiles",
    use: "Use a profile from now on, where no --profile says another",
    remove: "Sign out of a profile and forget it",
    which: "the profile",
    how: `
A profile is made by signing in with it:
  amplify login --profile work --server https://mail.example.org`,
  },
};
