import { afterEach } from "bun:test";
import type { Campaign } from "../../../contract/schemas/campaign.ts";
import { planStates } from "../../../contract/schemas/campaignPlan.ts";
import type { Credential } from "../../../contract/schemas/credential.ts";
import type { Lead } from "../../../contract/schemas/lead.ts";
import type { LeadConsent } from "../../../contract/schemas/optouts.ts";
import type { SendPlan } from "../../../contract/schemas/preflight.ts";
import type { Template } from "../../../contract/schemas/template.ts";
import type { Texts } from "../../../contract/texts/language.ts";
import { optedOut } from "../reasons.ts";
import { until } from "../until.ts";
import { type FetchStandIn, type StandInCall, standInFetch } from "./fetchStandIn.ts";
import { type HydratedIsland, hydrateIsland } from "./hydrateIsland.ts";
import { type SocketStandIn, standInSocket } from "./socketStandIn.ts";
import { buttonNamed, fieldLabelled, typeInto } from "./typeInto.ts";
import { standInUpload } from "./uploadStandIn.ts";

export const someLead: Lead = {
  _id: "l1",
  firstName: "Ann",
  lastName: "Lee",
  email: "ann@example.com",
  phone: "",
  collection: ["customers"],
  optout: false,
  emailCount: 2,
  openedCount: 1,
  createdAt: 0,
  fields: {},
};
export const someTemplate: Template = {
  _id: "t1",
  name: "Welcome",
  design: null,
  html: "<p>Hi {{firstName}}</p>",
  version: 3,
  public: false,
  createdAt: 0,
  updatedAt: 0,
};
export const someCredential: Credential = {
  _id: "a1",
  provider: "smtp",
  appEmail: "me@example.com",
  appPassword: "",
  alias: "Me <me@example.com>",
  displayName: null,
  sender: "Me <me@example.com>",
  type: "manual",
  host: "mail.example.com",
  port: 587,
  security: "starttls",
  user: null,
  state: "working",
  pausedReason: null,
  pausedCause: null,
  pausedUntil: null,
  perDay: 500,
  perMinute: 60,
  gapMs: 0,
  connections: null,
  rampPerDay: null,
  rampStartedAt: null,
  perDayNow: 500,
  sentToday: 12,
};

export type Stored = {
  leads: Lead[];
  templates: Template[];
  publicTemplates: Template[];
  credentials: Credential[];
  collections: { _id: string; name: string; count: number }[];
  campaigns: Campaign[];
};

export type OpenedWorkspace = HydratedIsland & {
  server: FetchStandIn;
  socket: SocketStandIn;
  panel(tab: string): HTMLElement;
  dialog(): HTMLElement;
  click(root: ParentNode, name: string): Promise<void>;
  type(label: string, text: string): Promise<void>;
  /** Waits until something holds, letting React settle meanwhile. */
  settle(holds: () => boolean): Promise<void>;
  callsTo(key: string): StandInCall[];
};

const open = new Set<OpenedWorkspace>();

/** What a test of this file opened is closed after it. */
export function closesWorkspaces(): void {
  afterEach(async () => {
    for (const opened of [...open]) await opened.close();
  });
}

/** The workspace over a stand-in server that holds `stored`; other answers are added to `server.answers`. */
export async function openWorkspace(
  stored: Partial<Stored> = {},
  options: {
    person?: { email?: string; status?: string; role?: string; connectsGoogle?: boolean };
    url?: string;
    remembered?: Record<string, string>;
    /** Runs before hydration. */
    prepare?: (window: HydratedIsland["window"]) => void;
    answers?: FetchStandIn["answers"];
    texts?: Texts;
  } = {},
): Promise<OpenedWorkspace> {
  const server = standInFetch({ ...workspaceAnswers(stored), ...options.answers });
  const socket = standInSocket();
  const uploads = standInUpload();
  const island = await hydrateIsland({
    name: "Workspace",
    props: { uid: "u1", status: "AMFR", role: "user", ...options.person },
    url: options.url ?? "http://localhost:8000/app",
    texts: options.texts,
    prepare: (window) => {
      // Nothing is laid out here, and a list with no height would show no rows.
      Object.defineProperty(window.HTMLElement.prototype, "clientHeight", { get: () => 600 });
      for (const [key, value] of Object.entries(options.remembered ?? {})) {
        window.localStorage.setItem(key, value);
      }
      options.prepare?.(window);
    },
  });
  const { document } = island;
  const settle = async (holds: () => boolean) => {
    // Outside of `act` React works by itself, as in a browser, and need not complain about that.
    const global = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
    global.IS_REACT_ACT_ENVIRONMENT = false;
    try {
      await until(holds);
    } finally {
      global.IS_REACT_ACT_ENVIRONMENT = true;
    }
  };
  const panel = (tab: string) => byId(document, `panel-${tab}`);
  // As under the loader: whoever opens a form finds what it is filled in from.
  await settle(() => document.querySelector(".workspace .skeleton") === null);
  // The page fetches what is in the leads' dialogs by itself, and nobody here presses before it is there.
  await import("../../../islands/Workspace/leads/LeadDialogContent.tsx");
  await island.act(async () => {});

  const opened: OpenedWorkspace = {
    ...island,
    server,
    socket,
    settle,
    panel,
    dialog: () => {
      const found = document.querySelector<HTMLElement>("dialog[open]");
      if (found === null) throw new Error("No dialog is open");
      return found;
    },
    click: (root, name) => island.act(() => buttonNamed(root, name).click()),
    type: (label, text) => island.act(() => typeInto(fieldLabelled(document, label), text)),
    callsTo: (key) => server.calls.filter((call) => call.key === key),
    async close() {
      open.delete(opened);
      await island.close();
      server.restore();
      socket.restore();
      uploads.restore();
    },
  };
  open.add(opened);
  return opened;
}

function byId(document: Document, id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`There is no #${id}`);
  return found;
}

const nothingSaid: LeadConsent = {
  consent: "unknown",
  at: null,
  by: null,
  how: null,
  ownerOptoutAt: null,
  optouts: [],
  returned: null,
};

function workspaceAnswers(stored: Partial<Stored>): FetchStandIn["answers"] {
  const leads = stored.leads ?? [];
  const templates = [...(stored.templates ?? []), ...(stored.publicTemplates ?? [])];
  return {
    "POST /amplify/auth/verify": () => ({
      body: { status: "AMFR", role: "user", data: { status: "AMFR", role: "user" } },
    }),
    "GET /amplify/leads": ({ url }) => {
      const wanted = url.searchParams.get("collection");
      const items = leads.filter((lead) => wanted === null || lead.collection.includes(wanted));
      return { body: { items, total: items.length, page: 1, pageSize: 50 } };
    },
    "GET /amplify/leads/{id}": ({ url }) => ({
      body: leads.find(({ _id }) => url.pathname === `/amplify/leads/${_id}`),
    }),
    "GET /amplify/leads/{id}/consent": () => ({ body: nothingSaid }),
    "GET /amplify/leads/{id}/notes": () => ({ body: [] }),
    "GET /amplify/collections": () => ({ body: stored.collections ?? [] }),
    "GET /templates/summaries": () => ({
      body: templates.map(({ design: _, html, ...template }) => ({
        folderId: null,
        usedAt: template.updatedAt,
        ...template,
        hasHtml: html !== "",
      })),
    }),
    "GET /amplify/template-folders": () => ({ body: [] }),
    "GET /templates/{id}": ({ url }) => ({
      body: templates.find(({ _id }) => url.pathname === `/templates/${_id}`),
    }),
    "GET /amplify/auth/credentials": () => ({ body: stored.credentials ?? [] }),
    "GET /amplify/imports": () => ({ body: [] }),
    "GET /amplify/account/tracking": () => ({ body: { opens: true, clicks: true, available: true } }),
    "GET /amplify/campaigns": () => ({ body: stored.campaigns ?? [] }),
    ...campaignAnswers(stored.campaigns ?? []),
    "POST /email/send/plan": ({ body }) => ({ body: planOf(leads, body as { leads?: string[] }) }),
  };
}

/** Of campaigns of which nothing more is told than their own sums. */
function campaignAnswers(campaigns: readonly Campaign[]): FetchStandIn["answers"] {
  const sum = { sent: 0, opened: 0, clicked: 0, machineOpened: 0, machineClicked: 0, optedOut: 0 };
  return {
    "GET /amplify/plan": () => ({
      body: {
        plan: "enterprise",
        leadsMax: null,
        abTesting: true,
        advancedAnalytics: true,
        api: true,
        automation: true,
      },
    }),
    "GET /amplify/campaigns/count": () => ({
      body: {
        states: Object.fromEntries(
          planStates.map((each) => [each, campaigns.filter(({ state }) => state === each).length]),
        ),
        archived: 0,
      },
    }),
    "GET /amplify/campaigns/{id}": ({ url }) => ({
      body: campaigns.find(({ _id }) => url.pathname === `/amplify/campaigns/${_id}`),
    }),
    "GET /amplify/campaigns/{id}/plan": () => ({ status: 404, body: { message: "None", code: "not_found" } }),
    "GET /amplify/campaigns/{id}/parts": () => ({ body: [] }),
    "GET /amplify/campaigns/{id}/causes": () => ({ body: [] }),
    "GET /amplify/campaigns/{id}/activity": () => ({ body: [] }),
    "GET /amplify/campaigns/{id}/times": () => ({ body: { by: "hour", points: [], sum } }),
    "GET /amplify/campaigns/{id}/breakdown": ({ url }) => ({
      body: { by: url.searchParams.get("by"), rows: [], others: 0 },
    }),
    "GET /amplify/campaigns/{id}/picture": () => ({ body: { order: "none", total: 0, bars: [] } }),
  };
}

function planOf(leads: readonly Lead[], { leads: ids }: { leads?: string[] }): SendPlan {
  const meant = leads.filter((lead) => ids === undefined || ids.includes(lead._id));
  const emails = meant.filter((lead) => lead.optout).map((lead) => lead.email);
  const reached = meant.filter((lead) => !lead.optout);
  return {
    total: meant.length,
    recipients: reached.length,
    skipped: emails.length === 0 ? [] : [{ ...optedOut, count: emails.length, emails }],
    leftToday: null,
    lastMailAt: null,
    sampleLeadIds: reached.map((lead) => lead._id),
    warnings: [],
  };
}
