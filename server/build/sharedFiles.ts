import { readFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { filesBelow } from "./filesBelow.ts";
import { islandFolders, islandsFolder } from "./islandFolders.ts";

const root = resolve(islandsFolder, "..");

type SharedFile = {
  /** Islands by their names, and parts that are loaded later by their paths below `islands/`. */
  by: readonly string[];
  /** Modules by their paths, each with one thing that it exports. */
  holds: Readonly<Record<string, string>>;
};

const signedIn = ["Account", "Workspace"];
const withForms = [...signedIn, "Approve", "Forgot", "Reset", "SignIn", "SignUp", "VisitReturn"];
const all = [...withForms, "ApiReference", "Styleguide"];

const workspace = "Workspace/";
const filters = `${workspace}segments/FilterPanel.tsx`;
/** Fetched as soon as the leads are there, whichever tab is shown: what is in a file with its parts comes with every workspace. */
const leadDialogs = `${workspace}leads/LeadDialogContent.tsx`;
const designs = `${workspace}design/DesignWorkspace.tsx`;
const editor = `${workspace}design/engine/mountEmbedded.tsx`;
const leadPage = `${workspace}leads/page/LeadPage.tsx`;
const webhooks = `${workspace}api/webhooks/Webhooks.tsx`;
const campaigns = [
  `${workspace}api/mails/MailSection.tsx`,
  `${workspace}campaigns/CampaignsPanel.tsx`,
  `${workspace}campaigns/composing/Composer.tsx`,
];

/**
 * What goes into one file although not all who load it need all of it.
 *
 * A bundler makes a file for every set of islands and parts that need the same: of some forty of them more than a hundred
 * small files, sixteen of which /app began with. Over HTTP/1.1 a browser fetches six at a time, each answer has a head of
 * its own, and what is small compresses badly. Whoever is listed here names what is listed with it, and thereby needs it,
 * too. What belongs together was found by measuring: with the heads of its answers no page weighs more for it, except the
 * return from a provider, whose opener has fetched nearly all of it before.
 *
 * Only speed depends on it. What is missing here is in a file of its own, and `tests/contract/http/pageWeight.test.ts`
 * says how many files a page may begin with.
 */
export const sharedFiles: readonly SharedFile[] = [
  {
    by: all,
    holds: {
      "contract/texts/parts.ts": "partTexts",
      "islands/_parts/Button.tsx": "Button",
      "islands/_parts/Icon.tsx": "Icon",
      "islands/_parts/Notice.tsx": "Notice",
      "islands/_parts/fields/Field.tsx": "Field",
      "islands/_parts/fields/SelectField.tsx": "SelectField",
      "islands/_parts/lostFocus.ts": "useFocusHome",
      // The form that tries a call out needs these, too.
      "contract/limits/text.ts": "textLimits",
      "islands/_data/setting.ts": "readSetting",
      "islands/_data/siteAuthorization.ts": "siteAuthorization",
    },
  },
  {
    by: withForms,
    holds: {
      "react-hook-form": "useForm",
      "contract/plans.ts": "planOf",
      "islands/_data/rechecks.ts": "rechecks",
      "islands/_data/useHydrated.ts": "useHydrated",
      "islands/_parts/fields/EmailField.tsx": "EmailField",
      "islands/_parts/together.ts": "together",
    },
  },
  {
    by: ["Forgot", "SignIn", "SignUp", "VisitReturn", "Workspace"],
    holds: {
      "contract/address.ts": "normalAddress",
      "contract/joinedAccents.ts": "joinedAccents",
      "islands/_data/useVisit.ts": "useVisit",
    },
  },
  {
    by: ["Account", "Forgot", "Reset", "SignUp"],
    holds: {
      "contract/texts/newPassword.ts": "newPasswordTexts",
      "islands/_data/newPasswordFault.ts": "newPasswordFault",
      "islands/_parts/fields/NewPasswordFields.tsx": "NewPasswordFields",
    },
  },
  {
    by: [...signedIn, "ApiReference", "Styleguide"],
    holds: {
      "islands/_parts/Badge.tsx": "Badge",
      "islands/_parts/Dialog.tsx": "Dialog",
      "islands/_parts/FailedState.tsx": "FailedState",
      "islands/_parts/SkeletonRows.tsx": "SkeletonRows",
      "islands/_parts/fields/ChoiceField.tsx": "ChoiceField",
      "islands/_parts/later.tsx": "later",
    },
  },
  {
    // Mails and designs, and what is said where they are sent.
    by: [
      ...campaigns,
      leadDialogs,
      designs,
      editor,
      `${workspace}design/preview/MailView.tsx`,
      `${workspace}design/preview/SendTest.tsx`,
      `${workspace}design/unlayer/mountUnlayer.tsx`,
      `${workspace}leads/start/startParts.ts`,
      `${workspace}shell/finder/Finder.tsx`,
    ],
    holds: {
      "contract/limits/campaigns.ts": "campaignLimits",
      "contract/limits/composing.ts": "composingLimits",
      "contract/limits/html.ts": "htmlLimits",
      "contract/limits/http.ts": "pageLimits",
      "contract/limits/imports.ts": "importLimits",
      "contract/texts/workspace/composing.ts": "composingTexts",
      "contract/texts/workspace/design/design.ts": "designTexts",
      "contract/texts/workspace/design/mailModes.ts": "mailModeTexts",
      "contract/texts/workspace/design/mergeField.ts": "mergeFieldTexts",
      "contract/texts/workspace/design/templates.ts": "templateTexts",
      "contract/texts/workspace/sending.ts": "sendTexts",
      "islands/Workspace/campaigns/composing/draft/planFrom.ts": "planFrom",
      "islands/Workspace/campaigns/composing/draft/questions.ts": "composingQuestions",
      "islands/Workspace/campaigns/composing/when/zones.ts": "zoneWords",
      "islands/Workspace/design/engine/canvas/withInertStyles.ts": "withInertStyles",
      "islands/Workspace/design/engine/settings/MergeFieldInput.tsx": "MergeFieldInput",
      "islands/Workspace/design/engine/settings/MergeFieldSelect.tsx": "MergeFieldSelect",
      "islands/Workspace/design/engine/settings/mergeTags.ts": "allMergeTags",
      "islands/Workspace/design/engine/settings/useMergeTags.ts": "useMergeTags",
      "islands/Workspace/design/engine/settings/withMergeField.ts": "withMergeField",
      "islands/Workspace/design/preview/PreviewFrame.tsx": "PreviewFrame",
      "islands/Workspace/design/templates/TemplateThumb.tsx": "TemplateThumb",
      "islands/Workspace/design/templates/folders/templatesByFolder.ts": "templatesByFolder",
      "islands/Workspace/design/templates/lastUsed.ts": "lastUsedFirst",
      "islands/Workspace/design/unlayer/loadUnlayer.ts": "loadUnlayer",
      "islands/Workspace/realtime/activity/SecondsLeft.tsx": "SecondsLeft",
      "islands/Workspace/send/AccountSelect.tsx": "AccountSelect",
      "islands/Workspace/send/TrackingFields.tsx": "TrackingFields",
      "islands/Workspace/shell/usePageTitle.ts": "usePageTitle",
      "islands/_data/upload.ts": "upload",
    },
  },
  {
    by: campaigns,
    holds: {
      "contract/campaigns/variantLetter.ts": "variantLetter",
      "contract/schemas/campaign.ts": "campaign",
      "islands/Workspace/campaigns/WithPlanWords.tsx": "WithPlanWords",
      "islands/Workspace/campaigns/composing/whom/useNames.ts": "useNames",
      "islands/Workspace/campaigns/composing/whom/useSegmentNames.ts": "useSegmentNames",
      "islands/Workspace/campaigns/useMayUse.ts": "useMayUse",
    },
  },
  {
    by: [
      "Styleguide",
      ...campaigns,
      leadDialogs,
      `${workspace}accounts/detail/AccountDetail.tsx`,
      `${workspace}api/ApiPanel.tsx`,
      webhooks,
      designs,
      editor,
      leadPage,
      filters,
    ],
    holds: {
      "contract/leads/definitionOf.ts": "definitionOf",
      "islands/_parts/Table.tsx": "Table",
      "islands/_parts/Tabs.tsx": "Tabs",
      "islands/_parts/UndoBar.tsx": "UndoBar",
      "islands/_parts/fields/Combobox.tsx": "Combobox",
      "islands/_parts/fields/DateField.tsx": "DateField",
      "islands/_parts/fields/DateInput.tsx": "DateInput",
      "islands/_parts/fields/FileDrop.tsx": "FileDrop",
      "islands/_parts/fields/NumberField.tsx": "NumberField",
    },
  },
  {
    // What their schemas are made with is four times as large.
    by: [...campaigns, leadDialogs, leadPage, filters, webhooks],
    holds: {
      "contract/schemas/lead.ts": "lead",
      "contract/segments/question.ts": "question",
      "islands/Workspace/leads/useAdding.ts": "useAdding",
      "islands/Workspace/segments/MayBeOld.tsx": "MayBeOld",
    },
  },
  {
    by: [
      `${workspace}api/mails/MailSection.tsx`,
      `${workspace}api/ApiPanel.tsx`,
      `${workspace}api/WithoutApi.tsx`,
      webhooks,
    ],
    holds: {
      "contract/limits/api/webhooks.ts": "webhookLimits",
      "contract/texts/workspace/api.ts": "apiTexts",
      "contract/texts/workspace/mails.ts": "mailTexts",
      "contract/texts/workspace/webhooks.ts": "webhookTexts",
      "islands/Workspace/api/CodeExample.tsx": "CodeExample",
    },
  },
];

type Named = { exported: string; from: string };

/** Lines for an island or a part, after which it has named what it shares, as `held`; `more` is named with it. */
export function heldBy(name: string, more: readonly Named[] = []): string {
  const listed = sharedFiles
    .filter(({ by }) => by.includes(name))
    .flatMap(({ holds }) => Object.entries(holds))
    .map(([path, exported]) => ({ exported, from: path.includes("/") ? join(root, path) : path }));
  const named = [...listed, ...more];
  const imports = named.map(
    ({ exported, from }, at) => `import { ${exported} as held${at} } from ${JSON.stringify(from)};\n`,
  );
  return `${imports.join("")}const held = [${named.map((_, at) => `held${at}`).join(", ")}];\n`;
}

const loadedLater = /\bimport\("(\.[^"]+)"\)/g;

/**
 * The modules of all parts that are loaded later, with such lines. Each names its island, too, which is always there
 * before it: so what the island has in common with some of its parts makes no file for every choice of them.
 */
export async function heldByParts(folder: string = islandsFolder): Promise<Record<string, string>> {
  const paths = [".ts", ".tsx"]
    .flatMap((ending) => filesBelow(folder, ending))
    .map((file) => join(folder, file));
  const read = paths.map(async (path) => [path, await readFile(path, "utf8")] as const);
  const texts = new Map(await Promise.all(read));
  const parts = [...texts].flatMap(([path, text]) =>
    [...text.matchAll(loadedLater)].map(([, part = ""]) => resolve(dirname(path), part)),
  );
  const islands = new Map(islandFolders(folder).map(({ name, path }) => [name, join(path, "index.tsx")]));
  return Object.fromEntries(
    // A comment may name one that is not there.
    [...new Set(parts)]
      .filter((path) => texts.has(path))
      .map((path) => {
        const part = relative(folder, path);
        const island = islands.get(part.split("/")[0] ?? "");
        const lines = heldBy(part, island === undefined ? [] : [{ exported: "default", from: island }]);
        return [path, `${texts.get(path)}\n${lines}export { held };\n`];
      }),
  );
}
