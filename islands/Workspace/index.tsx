import { lazy, Suspense, useEffect } from "react";
import { browserClient, leaveWithoutSession } from "../_data/browserClient.ts";
import { type Loaded, useLoad } from "../_data/useLoad.ts";
import { ToastTray } from "../_parts/ToastTray.tsx";
import { useToasts } from "../_parts/useToasts.ts";
import { useLeads } from "./leads/useLeads.ts";
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
import { type Workspace as Shared, WorkspaceContext } from "./shell/WorkspaceContext.ts";
import { tabsFor } from "./tabs.tsx";

/** The workspace: the tabs at the side, the panels, what is being sent above them, and what all of them share. */
export default function Workspace(person: WorkspaceProps) {
  const tabs = tabsFor(person);
  const [active, showTab] = useActiveTab(tabs.map((tab) => tab.key));
  useTabTitle(tabs.find((tab) => tab.key === active)?.title);
  const { toasts, announce, dismiss } = useToasts();
  const verification = useVerified(person.uid);
  useLogoutForgets();
  const data = useData();

  const session = useSession(person.uid);
  useReloadOn(session.turn, data);
  const events: RealtimeEvents = {
    onStart: ({ subject, total }) => announce("waiting", startText({ subject, count: total })),
    onEnd: () => {
      // Sending changes each lead's counts and the account's use of today.
      data.leads.refresh();
      data.credentials.reload();
    },
    onRest: data.credentials.reload,
  };
  const shared: Shared = { person, ...data, announce, tab: active, showTab };
  const finished = [data.credentials, data.templates, data.publicTemplates, data.leads.page].every(
    hasFinished,
  );
  const loading = useLoader(finished && verification !== "asking");

  return (
    <WorkspaceContext value={shared}>
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

/** Everything that more than one panel needs, asked for once. */
function useData() {
  const credentials = useLoad("credentials", (signal) =>
    browserClient("GET /amplify/auth/credentials", {}, { signal }),
  );
  const listed = useLoad("templates", (signal) => browserClient("GET /templates/summaries", {}, { signal }));
  const templates = withPart(listed, (template) => !template.public);
  const publicTemplates = withPart(listed, (template) => template.public);
  const collections = useLoad("collections", (signal) =>
    browserClient("GET /amplify/collections", {}, { signal }),
  );
  const leads = useLeads(collections);
  return { credentials, templates, publicTemplates, collections, leads };
}

/** What was refused without a session is asked for again with the next one. */
function useReloadOn(turn: number, { credentials, templates, leads }: ReturnType<typeof useData>): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each session after the first.
  useEffect(() => {
    if (turn === 0) return;
    credentials.reload();
    templates.reload();
    leads.refresh();
  }, [turn]);
}

function withPart<T>(loaded: Loaded<T[]>, belongs: (item: T) => boolean): Loaded<T[]> {
  return { ...loaded, value: loaded.value?.filter(belongs) };
}

function hasFinished(loaded: Loaded<unknown>): boolean {
  return loaded.state !== "loading";
}
