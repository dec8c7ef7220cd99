import { useEffect, useLayoutEffect, useMemo } from "react";
import { progressTexts } from "../../contract/texts/workspace/progress.ts";
import { shellTexts } from "../../contract/texts/workspace/shell.ts";
import { leaveWithoutSession, logoutBegins } from "../_data/browserClient.ts";
import type { Topic } from "../_data/changes.ts";
import { queries } from "../_data/queries.ts";
import { ServerData, useChanges } from "../_data/ServerData.tsx";
import { writeSetting } from "../_data/setting.ts";
import { type Loaded, useLoad } from "../_data/useLoad.ts";
import { useTexts } from "../_data/useTexts.ts";
import { later } from "../_parts/later.tsx";
import { ToastTray } from "../_parts/ToastTray.tsx";
import { useToasts } from "../_parts/useToasts.ts";
import { forgetDraft } from "./design/storedDraft.ts";
import { type LeadsView, useLeads } from "./leads/useLeads.ts";
import type { WorkspaceProps } from "./props.ts";
import { Activity } from "./realtime/activity/Activity.tsx";
import { ProgressAnnouncer } from "./realtime/ProgressAnnouncer.tsx";
import { progressName } from "./realtime/progressName.ts";
import { RealtimeProvider } from "./realtime/RealtimeContext.tsx";
import { forgetActivity } from "./realtime/storedActivity.ts";
import type { RealtimeEvents } from "./realtime/useRealtime.ts";
import { ConnectionLine } from "./shell/ConnectionLine.tsx";
import { Loader, useLoader } from "./shell/Loader.tsx";
import { Overlays } from "./shell/Overlays.tsx";
import { Sidebar, SidebarFoot } from "./shell/Sidebar.tsx";
import { useActiveTab } from "./shell/useActiveTab.ts";
import { useBatched } from "./shell/useBatched.ts";
import { useKeptPlaces } from "./shell/useKeptPlaces.ts";
import { useSession } from "./shell/useSession.ts";
import { useVerified } from "./shell/useVerified.ts";
import { useWhenIdle } from "./shell/useWhenIdle.ts";
import { WorkspaceContext } from "./shell/WorkspaceContext.ts";
import type { TabKey } from "./tabKeys.ts";
import { panelsFor, type Tab, tabsFor } from "./tabs.tsx";

/** The workspace, and everything that it has asked of the server. */
export default function Workspace(person: WorkspaceProps) {
  return (
    <ServerData>
      <WorkspaceRoom person={person} />
    </ServerData>
  );
}

/** The tabs at the side, the panels, what is being sent above them, and what all of them share. */
function WorkspaceRoom({ person: drawnFor }: { person: WorkspaceProps }) {
  const texts = useTexts(shellTexts);
  const progress = useTexts(progressTexts);
  const person = usePersonNow(drawnFor);
  const tabs = tabsFor(person);
  const panels = panelsFor(person);
  const [active, showTab] = useActiveTab({
    tabs: tabs.map((tab) => tab.key),
    reached: panels.map((tab) => tab.key),
  });
  useTabTitle(active);
  const { toasts, announce, dismiss } = useToasts();
  const verification = useVerified(person.uid);
  useLogoutForgets();
  const leads = useLeads(person.uid);

  const session = useSession(person.uid);
  const { heard, missed } = useChanges();
  const heardAtRest = useWhenIdle(heard);
  const heardSoon = useBatched(heard);
  const scroller = useKeptPlaces(active);
  // What was refused without a session is asked for again with the next one.
  useEffect(() => {
    if (session.turn > 0) missed();
  }, [session.turn, missed]);
  const events: RealtimeEvents = {
    onStart: (begun) =>
      announce("waiting", progress.started({ subject: progressName(begun), count: begun.total })),
    onState: () => heardSoon("campaigns"),
    // Sending changes each lead's counts and the account's use of today.
    onEnd: () => heardSoon("leads", "leadHistories", "credentials"),
    onRest: () => heardSoon("credentials"),
    onChanged: (topics) => heardAtRest(topics as Topic[]),
    onRegained: missed,
  };
  // Nor was there an answer to anything else.
  const unreached = verification === "unreached";
  useEffect(() => (unreached ? missed : undefined), [unreached, missed]);
  const loading = useLoader(useFirstData(leads) && verification !== "asking");

  return (
    <WorkspaceContext value={{ person, leads, announce, tab: active, showTab, sessionTurn: session.turn }}>
      <RealtimeProvider uid={person.uid} turn={session.turn} events={events}>
        <div className="workspace" inert={loading} data-covered={session.ended}>
          <Sidebar tabs={tabs} active={active} onShow={showTab} />
          <div className="workspace-room">
            <div ref={scroller} className="workspace-content" tabIndex={-1}>
              <ConnectionLine verification={verification} />
              <ProgressAnnouncer />
              <Panels panels={panels} tabs={tabs} active={active} />
            </div>
            <ToastTray toasts={toasts} onDismiss={dismiss} />
          </div>
          <SidebarFoot>
            <Activity hidesSends={active === "campaigns"} />
          </SidebarFoot>
          <Overlays tabs={tabs} />
        </div>
      </RealtimeProvider>
      {loading ? <Loader {...(verification === "asking" ? { text: texts.authenticating } : {})} /> : null}
      {session.ended ? (
        <SignInAgain
          email={person.email}
          connectsGoogle={person.connectsGoogle === true}
          onSignedIn={session.resume}
        />
      ) : null}
    </WorkspaceContext>
  );
}

/** Fetched when it is needed, which is seldom; where that is not to be had, the sign-in page is. */
const SignInAgain = later(
  () =>
    import("./shell/SignInAgain.tsx").catch(() => {
      leaveWithoutSession();
      return { default: () => <Loader /> };
    }),
  { meanwhile: <Loader /> },
);

/** Who is there, with the plan and the role as they are now: either may be granted while the page is open. */
function usePersonNow(drawnFor: WorkspaceProps): WorkspaceProps {
  const { uid, status, role } = drawnFor;
  const now = useLoad(queries.person({ uid, status, role })).value;
  // Somebody else who has signed in here gets a workspace of their own.
  return useMemo(
    () => (now?.uid === drawnFor.uid ? { ...drawnFor, status: now.status, role: now.role } : drawnFor),
    [drawnFor, now],
  );
}

/** Whether what the first look at the panels needs is there, or cannot be had. */
function useFirstData({ page }: LeadsView): boolean {
  const asked: Loaded<unknown>[] = [useLoad(queries.credentials()), useLoad(queries.templates()), page];
  return asked.every(({ state }) => state !== "loading");
}

/** One panel a tab: the kept ones stay mounted and are hidden, so nothing half-typed is lost by looking elsewhere. */
function Panels({ panels, tabs, active }: { panels: readonly Tab[]; tabs: readonly Tab[]; active: TabKey }) {
  const texts = useTexts(shellTexts);
  const hasTab = (key: TabKey) => tabs.some((tab) => tab.key === key);
  return panels.map(({ key, kept, Panel }) => (
    <div
      key={key}
      className="panel"
      role="tabpanel"
      id={`panel-${key}`}
      {...(hasTab(key) ? { "aria-labelledby": `tab-${key}` } : { "aria-label": texts.tabs[key] })}
      hidden={key !== active}
    >
      {kept || key === active ? <Panel /> : null}
    </div>
  ));
}

/** Names the open tab in the page's title, so that the browser's tabs and its history tell the panels apart. */
function useTabTitle(tab: TabKey): void {
  const texts = useTexts(shellTexts);
  // Before what is shown in the tab names itself.
  useLayoutEffect(() => {
    document.title = texts.pageTitle(texts.tabs[tab]);
  }, [texts, tab]);
}

/** The header's Logout is a plain form; when it is sent, the uid, unsaved work and activity remembered here go too. */
function useLogoutForgets(): void {
  useEffect(() => {
    const forget = (event: Event) => {
      const form = event.target as HTMLFormElement | null;
      if (form?.getAttribute("action") !== "/logout") return;
      logoutBegins();
      writeSetting("uid", "");
      forgetDraft();
      forgetActivity();
    };
    document.addEventListener("submit", forget);
    return () => document.removeEventListener("submit", forget);
  }, []);
}
