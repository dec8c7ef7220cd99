import { lazy, Suspense, useEffect } from "react";
import { leaveWithoutSession } from "../_data/browserClient.ts";
import { queries } from "../_data/queries.ts";
import { ServerData, useChanges } from "../_data/ServerData.tsx";
import { type Loaded, useLoad } from "../_data/useLoad.ts";
import { ToastTray } from "../_parts/ToastTray.tsx";
import { useToasts } from "../_parts/useToasts.ts";
import { type LeadsView, useLeads } from "./leads/useLeads.ts";
import type { WorkspaceProps } from "./props.ts";
import { RealtimeProvider } from "./realtime/RealtimeContext.tsx";
import { SendBars } from "./realtime/SendBars.tsx";
import { startText } from "./realtime/startText.ts";
import type { RealtimeEvents } from "./realtime/useRealtime.ts";
import { ConnectionLine } from "./shell/ConnectionLine.tsx";
import { Loader } from "./shell/Loader.tsx";
import { Panels } from "./shell/Panels.tsx";
import { Sidebar } from "./shell/Sidebar.tsx";
import type SignInAgainPart from "./shell/SignInAgain.tsx";
import { useActiveTab } from "./shell/useActiveTab.ts";
import { useLoader } from "./shell/useLoader.ts";
import { useLogoutForgets } from "./shell/useLogoutForgets.ts";
import { useSession } from "./shell/useSession.ts";
import { useTabTitle } from "./shell/useTabTitle.ts";
import { useVerified } from "./shell/useVerified.ts";
import { WorkspaceContext } from "./shell/WorkspaceContext.ts";
import { tabsFor } from "./tabs.tsx";

/** The workspace, and everything that it has asked of the server. */
export default function Workspace(person: WorkspaceProps) {
  return (
    <ServerData>
      <WorkspaceRoom person={person} />
    </ServerData>
  );
}

/** The tabs at the side, the panels, what is being sent above them, and what all of them share. */
function WorkspaceRoom({ person }: { person: WorkspaceProps }) {
  const tabs = tabsFor(person);
  const [active, showTab] = useActiveTab(tabs.map((tab) => tab.key));
  useTabTitle(tabs.find((tab) => tab.key === active)?.title);
  const { toasts, announce, dismiss } = useToasts();
  const verification = useVerified(person.uid);
  useLogoutForgets();
  const leads = useLeads();

  const session = useSession(person.uid);
  const { heard, missed } = useChanges();
  // What was refused without a session is asked for again with the next one.
  useEffect(() => {
    if (session.turn > 0) missed();
  }, [session.turn, missed]);
  const events: RealtimeEvents = {
    onStart: ({ subject, total }) => announce("waiting", startText({ subject, count: total })),
    onState: () => heard("campaigns"),
    // Sending changes each lead's counts and the account's use of today.
    onEnd: () => heard("leads", "leadHistories", "credentials"),
    onRest: () => heard("credentials"),
    onRegained: missed,
  };
  const loading = useLoader(useFirstData(leads) && verification !== "asking");

  return (
    <WorkspaceContext value={{ person, leads, announce, tab: active, showTab }}>
      <RealtimeProvider uid={person.uid} turn={session.turn} events={events}>
        <div className="workspace" inert={loading} data-covered={session.ended}>
          <Sidebar tabs={tabs} active={active} onShow={showTab} />
          <div className="workspace-content">
            <ConnectionLine verification={verification} />
            <SendBars hidden={active === "campaigns"} />
            <Panels tabs={tabs} active={active} />
          </div>
          <ToastTray toasts={toasts} onDismiss={dismiss} />
        </div>
      </RealtimeProvider>
      {loading ? <Loader text={verification === "asking" ? "Authenticating..." : "Loading..."} /> : null}
      {session.ended ? (
        <Suspense fallback={<Loader text="Loading..." />}>
          <SignInAgain connectsGoogle={person.connectsGoogle === true} onSignedIn={session.resume} />
        </Suspense>
      ) : null}
    </WorkspaceContext>
  );
}

/** Fetched when it is needed, which is seldom; where that is not to be had, the sign-in page is. */
const SignInAgain = lazy<typeof SignInAgainPart>(() =>
  import("./shell/SignInAgain.tsx").catch(() => {
    leaveWithoutSession();
    return { default: () => <Loader text="Loading..." /> };
  }),
);

/** Whether what the first look at the panels needs is there, or cannot be had. */
function useFirstData({ page }: LeadsView): boolean {
  const asked: Loaded<unknown>[] = [useLoad(queries.credentials()), useLoad(queries.templates()), page];
  return asked.every(({ state }) => state !== "loading");
}
