import { expect, test } from "bun:test";
import { resolve } from "node:path";
import { Glob } from "bun";
import { type LiteralText, literalTexts } from "../support/texts/literalTexts.ts";

const root = resolve(import.meta.dir, "../..");

/** Files whose words are no matter of the reader's language, and why. */
const allowedFiles: Record<string, string> = {
  "islands/Styleguide": "specimens for whoever builds pages; no installation shows them",
  "pages/StyleguidePage.tsx": "the same",
  "islands/Workspace/design/templates/starterDesign.ts": "what a new mail says is its writer's language",
  "islands/Workspace/design/unlayer/mountUnlayer.tsx": "sample values for Unlayer's own editor",
  "islands/Workspace/design/engine/canvas/CanvasColumn.tsx": "the borders of a column as designs name them",
  "islands/Workspace/api/webhooks/examples.ts": "programs, as somebody may take them over",
  "islands/_runtime/hydrate.ts": "a warning in the console of whoever develops",
  "contract/imports/optoutWords.ts": "words that the import is to understand, in many languages",
  "contract/imports/headingNames.ts": "the same",
  "contract/imports/statusWords.ts": "the same",
  "contract/imports/saysLeavers.ts": "the same",
  "contract/imports/consent.ts": "the same",
  "contract/foreignTags/foreignForms.ts": "names of other products, and what their mails say",
  "contract/identity/passwordRules.ts": "a password, to show what one may look like",
  "contract/sending/sampleLead.ts": "somebody whom a mail can be shown for",
  "contract/sending/providers.ts": "what mail servers say, to be recognised",
  "contract/sending/answerSubject.ts": "how mail programs mark an answer, in every language",
  "cli/completions/scripts.ts": "what shells read, in their own languages",
  "cli/compose/exampleSequence.ts": "a file to begin with, as its writer might say it",
  "server/commands/demoLeads.ts": "people and templates to try things out with",
  "server/commands/demoTemplates.ts": "the same",
  "server/commands/demoPast.ts": "the same",
  "server/commands/demoPeople.ts": "the same",
  "server/commands/demoPresent.ts": "the same",
};

/** Names, samples of code and addresses, and what mail servers say: the same in every language. */
const allowedTexts = [
  /^Amplify$/,
  /^UTC$/,
  /^[BIUS]$/,
  /^https:\/\/$/,
  /^(&lt;|&gt;)$/,
  /@(sandbox\.)?example(\.com)?\b/,
  /^curl /,
  /^(amplify|accounts|fields|images|imports|keys|leads|segments|templates|templates folders|webhooks) (import|send|users|add|push|redeliver|resume|restore|undo) /,
  /^(amplify …|watch|resume|retry|deliveries|collections merge|campaigns (activity|retry|start|uncertain|undo|winner)|sequences (start|example|leads)|webhooks deliveries) ?…?/,
  /^amplify restore$|^login EMAIL$|^accounts domain EMAIL --check$/,
  // Whoever a demo can be tried as.
  /^(Robin|Hale)( <…>)?$|^Demo-…/,
  // By what Commander knows its headings.
  /^(Usage|Arguments|Options|Commands):$/,
  // What the sender is told of.
  /^sessions$/,
  // What a question is about.
  /^(optedOut|suppressed|bounced|sent|opened|clicked|field|collections|domain|created)$/,
  // Under what the editor's history keeps a change, and a check what it counts.
  /^(body|href|… text) …$/,
  /^--(subject|collection) /,
  /^\d{3} \d\.\d\.\d /,
  /^Amplify \| Style guide$|^Every shared part, to be looked at/,
];

const isIn = (file: string, places: readonly string[]) =>
  places.some((place) => file === place || file.startsWith(`${place}/`));
const places = ["amplify.ts", "{pages,islands,cli}/**/*.{ts,tsx}", "contract/**/*.ts", "server/**/*.tsx"];
/** The catalogues themselves, and what the API says of itself to who writes programs. */
const elsewhere = /^contract\/(texts\/en|sentences\/en|endpoints|schemas)\//;
/** What the server says in its answers and its mails, and before a send. */
const answering = [
  "server/**/*[rR]outes.ts",
  "server/http/{listen,middleware/*}.ts",
  "server/campaigns/{contentWarnings,reachWarning,sendPlan,testMails}.ts",
  "server/identity/{passwordResets,systemMails}.ts",
  "server/leads/leadFile.ts",
  "server/sending/mail/unsubscribeFooter.ts",
];
/** Where whoever runs the server is told something, by what is thrown too. */
const administering = ["server/*.ts", "server/{commands,settings}/*.ts", "server/secrets/key.ts"];

const filesIn = (patterns: readonly string[]) =>
  patterns
    .flatMap((pattern) => [...new Glob(pattern).scanSync(root)])
    .filter((file) => !elsewhere.test(file))
    .sort();
const unexplained = ({ file, text }: LiteralText) =>
  !isIn(file, Object.keys(allowedFiles)) && !allowedTexts.some((one) => one.test(text));
const found = (await literalTexts(root, filesIn([...places, ...answering]))).filter(unexplained);
const told = (await literalTexts(root, filesIn(administering), { areErrorsRead: true })).filter(unexplained);

test("what somebody reads stands in the catalogue, and not in pages, islands, the terminal, the contract or answers", () => {
  expect(found).toEqual([]);
});

test("nor in the commands for whoever runs the server, in its settings and in why it does not start", () => {
  expect(filesIn(administering).length).toBeGreaterThan(25);
  expect(told).toEqual([]);
});

test("a text is seen wherever it stands, and what only programs read is none", async () => {
  const file = "tests/support/texts/samples.tsx";
  const seen = (await literalTexts(root, [file])).map(({ text }) => text);
  expect(seen).toEqual([
    "taken",
    "sent",
    "… left",
    "Nothing was sent.",
    "No leads yet",
    "Add a lead",
    "Delete … leads",
    "Close",
    "Retry",
  ]);
  const withErrors = await literalTexts(root, [file], { areErrorsRead: true });
  expect(withErrors.map(({ text }) => text)).toEqual(["This is for whoever mends the program", ...seen]);
});
