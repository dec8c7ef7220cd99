import { useEffect, useState } from "react";
import { campaignName } from "../../../../contract/campaigns/campaignName.ts";
import { foldedText } from "../../../../contract/foldedText.ts";
import { screenLimits } from "../../../../contract/limits/screen.ts";
import { overlayTexts } from "../../../../contract/texts/workspace/overlays.ts";
import { shellTexts } from "../../../../contract/texts/workspace/shell.ts";
import { queries } from "../../../_data/queries.ts";
import { themes, useTheme } from "../../../_data/theme.ts";
import { useLoad } from "../../../_data/useLoad.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { useBeginCampaign } from "../../campaigns/composing/useBeginCampaign.ts";
import { watched } from "../../campaigns/questions.ts";
import type { Tab } from "../../tabs.tsx";
import { goTo } from "../address.ts";
import { type Command, runCommand, useCommands } from "../commands.ts";
import { useWorkspace } from "../WorkspaceContext.ts";

export type Found = { key: string; label: string; detail?: string; run: () => void };
export type Finding = {
  /** `total` is how many there are; the first few of them are told. */
  groups: readonly { title: string; found: readonly Found[]; total: number }[];
  isSearching: boolean;
  hasFailed: boolean;
};
type Asked = { tabs: readonly Tab[]; onKeys: () => void };

const { foundShown, searchPauseMs } = screenLimits;

/** Everything whose name has what was typed in it; with nothing typed, where one can go and what one can do. */
export function useFinding(typed: string, asked: Asked): Finding {
  const texts = useTexts(overlayTexts).finder;
  const text = foldedText(typed.trim());
  const actions = useActions(asked.onKeys);
  const tabs = useTabs(asked.tabs);
  const local = useLocal();
  const sought = useSought(typed.trim());
  const matching = (found: readonly Found[]) => found.filter(({ label }) => hasWords(label, text));
  const all = (title: string, found: readonly Found[]) => ({ title, found, total: found.length });
  const some = (title: string, found: readonly Found[]) => ({
    ...all(title, found),
    found: found.slice(0, foundShown),
  });
  const named = (title: string, found: readonly Found[]) => some(title, text === "" ? [] : matching(found));
  const groups = [
    all(texts.groups.tabs, matching(tabs)),
    all(texts.groups.actions, matching(actions)),
    { title: texts.groups.leads, ...sought.leads },
    some(texts.groups.campaigns, sought.campaigns),
    named(texts.groups.templates, local.templates),
    named(texts.groups.folders, local.folders),
    named(texts.groups.collections, local.collections),
  ].filter(({ found }) => found.length > 0);
  return { groups, isSearching: sought.isSearching, hasFailed: sought.hasFailed };
}

/** Every word of what was typed is in it, in whatever order. */
function hasWords(label: string, text: string): boolean {
  const words = foldedText(label);
  return text.split(/\s+/).every((part) => words.includes(part));
}

function useTabs(tabs: readonly Tab[]): Found[] {
  const names = useTexts(shellTexts).tabs;
  const { showTab } = useWorkspace();
  return tabs.map(({ key }) => ({ key: `tab-${key}`, label: names[key], run: () => showTab(key) }));
}

const offered = [
  "addLead",
  "importLeads",
  "sendEmail",
  "sendTest",
  "addCollection",
  "addAccount",
  "gettingStarted",
] as const satisfies readonly Command[];

function useActions(onKeys: () => void): Found[] {
  const texts = useTexts(overlayTexts).finder;
  const commands = useCommands();
  const [, chooseTheme] = useTheme();
  const beginning = useBeginCampaign();
  const named = offered.filter((name) => commands.includes(name));
  return [
    ...named.map((name) => ({
      key: name,
      label: texts.actions[name],
      run: () => runCommand(name, undefined),
    })),
    { key: "newCampaign", label: texts.actions.newCampaign, run: () => void beginning.run("once") },
    ...themes.map((theme) => ({
      key: `theme-${theme}`,
      label: texts.theme[theme],
      run: () => chooseTheme(theme),
    })),
    { key: "settings", label: texts.actions.settings, run: () => window.location.assign("/account") },
    { key: "keys", label: texts.actions.keys, run: onKeys },
  ];
}

/** What the page has whole already. */
function useLocal(): { templates: Found[]; folders: Found[]; collections: Found[] } {
  const templates = useLoad(queries.templates());
  const folders = useLoad(queries.templateFolders());
  const collections = useLoad(queries.collections());
  const { leads, showTab } = useWorkspace();
  return {
    templates: (templates.value ?? []).map(({ _id, name }) => ({
      key: `template-${_id}`,
      label: name,
      run() {
        showTab("design");
        runCommand("openTemplate", _id);
      },
    })),
    folders: (folders.value ?? []).map(({ _id, name }) => ({
      key: `folder-${_id}`,
      label: name,
      run() {
        showTab("design");
        runCommand("openTemplateFolder", _id);
      },
    })),
    collections: (collections.value ?? []).map(({ _id, name, count }) => ({
      key: `collection-${_id}`,
      label: name,
      detail: String(count),
      run() {
        leads.choose(name);
        showTab("leads");
      },
    })),
  };
}

/** What the server is asked for, once nobody has typed for a moment. */
function useSought(typed: string) {
  const texts = useTexts(overlayTexts).finder;
  const { leads: list, showTab } = useWorkspace();
  const search = useSteadyText(typed);
  const isAsked = search !== "";
  const leads = useLoad({ ...queries.leads({ page: 1, pageSize: foundShown, search }), enabled: isAsked });
  const campaigns = useLoad({ ...watched.list({ search }), enabled: isAsked });
  const both = isAsked && typed !== "" ? [leads, campaigns] : [];
  const isCurrent = both.length > 0;
  const items = isCurrent ? (leads.value?.items ?? []) : [];
  const total = isCurrent ? (leads.value?.total ?? 0) : 0;
  const showAll: Found = {
    key: "all-leads",
    label: texts.allLeads({ count: total, search }),
    run() {
      list.choose("all");
      list.narrowBy(null);
      list.searchFor(search);
      showTab("leads");
    },
  };
  const found = items.map((lead) => ({
    key: `lead-${lead._id}`,
    label: `${lead.firstName} ${lead.lastName}`.trim() || lead.email,
    detail: lead.email,
    run() {
      showTab("leads");
      runCommand("openLead", lead);
    },
  }));
  return {
    isSearching: typed !== search || both.some(({ state, refreshing }) => state === "loading" || refreshing),
    hasFailed: both.some(({ state }) => state === "failed"),
    leads: { found: total > items.length ? [...found, showAll] : found, total },
    campaigns: (isCurrent ? (campaigns.value ?? []) : []).map((campaign) => ({
      key: `campaign-${campaign._id}`,
      label: campaignName(campaign) || texts.unnamed,
      run: () => void goTo("campaigns", campaign._id),
    })),
  };
}

function useSteadyText(text: string): string {
  const [steady, setSteady] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSteady(text), searchPauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return steady;
}
