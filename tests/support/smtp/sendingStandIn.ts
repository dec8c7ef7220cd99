import type { ServerWebSocket } from "bun";
import type { Campaign, CampaignState, Counts, Delivery } from "../../../contract/schemas/campaign.ts";
import type { Credential } from "../../../contract/schemas/credential.ts";
import type { SendPlan } from "../../../contract/schemas/preflight.ts";
import type { TemplateSummary } from "../../../contract/schemas/template.ts";
import { groupsOf, type SkippedLead } from "../../../contract/sending/skipped.ts";
import { message } from "../server/realtimeMessage.ts";
import { wholeCampaign, wholeDelivery } from "./wholeCampaign.ts";

type Changes = Partial<Omit<Campaign, "counts">> & { counts?: Partial<Counts> };

/**
 * A server that says what the test says, over real HTTP and real sockets, for what a real one only says on a bad
 * day: uncertain outcomes, hostile text, a socket that cannot be had. Everything else is tested on the real server.
 */
export function startSendingStandIn() {
  const campaigns = new Map<string, Campaign>();
  const sockets = new Set<ServerWebSocket<undefined>>();
  const requests: string[] = [];
  const state = newState();
  const answers = answersOf(campaigns, state);
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request, self) {
      const { pathname } = new URL(request.url);
      requests.push(`${request.method} ${pathname}`);
      if (!state.signedIn) return Response.json({ message: "Unauthorized" }, { status: 401 });
      if (pathname.startsWith("/ws/")) {
        if (state.socketsAllowed && self.upgrade(request, { data: undefined })) return undefined;
        return new Response("no sockets here", { status: 503 });
      }
      if (!state.answers) return new Response("starting", { status: 503 });
      const one = /^\/amplify\/campaigns\/([^/]+)$/.exec(pathname)?.[1];
      if (one) return Response.json(campaigns.get(one));
      if (pathname.endsWith("/deliveries")) return Response.json({ items: state.deliveries, next: null });
      const answer = answers[`${request.method} ${pathname}`];
      return answer ? Response.json(answer()) : Response.json({ message: "Not found" }, { status: 404 });
    },
    websocket: {
      open(socket) {
        sockets.add(socket);
        for (const campaign of [...campaigns.values()].filter(hasBegun))
          socket.send(JSON.stringify(realtime(campaign)));
      },
      message() {},
      close: (socket) => void sockets.delete(socket),
    },
  });

  return {
    url: `http://127.0.0.1:${server.port}`,
    requests,
    /** Makes or changes a campaign and tells every socket. */
    set(id: string, changes: Changes): void {
      const before = campaigns.get(id) ?? newCampaign(id);
      const campaign = { ...before, ...changes, counts: { ...before.counts, ...changes.counts } };
      campaigns.set(id, campaign);
      if (hasBegun(campaign)) for (const socket of sockets) socket.send(JSON.stringify(realtime(campaign)));
    },
    /** Tells every socket what is not so: an answer to a call still says what `set` said. */
    announce(id: string, changes: Changes): void {
      const before = campaigns.get(id) ?? newCampaign(id);
      const told = { ...before, ...changes, counts: { ...before.counts, ...changes.counts } };
      for (const socket of sockets) socket.send(JSON.stringify(realtime(told)));
    },
    sockets: () => sockets.size,
    ...badDays(state, (code) => {
      for (const socket of sockets) socket.close(code);
    }),
    skip(skipped: SkippedLead[]): void {
      state.skipped = skipped;
    },
    connect(accounts: Partial<Credential>[]): void {
      state.accounts = accounts.map((one) => ({ ...account, ...one }));
    },
    offer(templates: Partial<TemplateSummary>[]): void {
      state.templates = templates.map((one) => ({ ...template, ...one }));
    },
    /** How many leads a plan would reach; ten unless said. */
    reach(count: number): void {
      state.recipients = count;
    },
    /** What any other call is answered. */
    say(request: string, answer: unknown): void {
      answers[request] = () => answer;
    },
    deliver(deliveries: Partial<Delivery>[]): void {
      state.deliveries = deliveries.map((one) => ({ ...delivery, ...one }));
    },
    stop: () => server.stop(true),
  };
}

function badDays(state: State, closeSockets: (code: number) => void) {
  return {
    /** As when somebody signs out elsewhere: sockets close with 4401 and every call answers 401. */
    endSession(): void {
      state.signedIn = false;
      closeSockets(4401);
    },
    refuseSockets(): void {
      state.socketsAllowed = false;
      closeSockets(1001);
    },
    /** As a server that starts under load: sockets close and can be had again, but calls are not answered yet. */
    restartSlowly(): void {
      state.answers = false;
      closeSockets(1001);
    },
    answerAgain(): void {
      state.answers = true;
    },
  };
}

type State = {
  signedIn: boolean;
  socketsAllowed: boolean;
  answers: boolean;
  templates: TemplateSummary[];
  accounts: Credential[];
  skipped: SkippedLead[];
  recipients: number;
  deliveries: Delivery[];
};

function newState(): State {
  const nothing = { skipped: [], deliveries: [] };
  return {
    signedIn: true,
    socketsAllowed: true,
    answers: true,
    templates: [template],
    accounts: [account],
    ...nothing,
    recipients: 10,
  };
}

function answersOf(campaigns: Map<string, Campaign>, state: State): Record<string, () => unknown> {
  return {
    "GET /amplify/auth/me": () => person,
    "GET /templates/summaries": () => state.templates,
    "GET /amplify/auth/credentials": () => state.accounts,
    "GET /amplify/collections": () => [{ _id: "col1", name: "spring", count: 10 }],
    "GET /amplify/campaigns": () => [...campaigns.values()].reverse(),
    "POST /email/send/plan": () => planned(state),
    "POST /email/send": () => ({
      message: "Email sent successfully",
      campaignId: [...campaigns.keys()].at(-1),
      accepted: 10 - state.skipped.length,
      skipped: state.skipped,
    }),
  };
}

function planned({ skipped, recipients }: State): SendPlan {
  return {
    total: recipients + skipped.length,
    recipients,
    skipped: groupsOf(skipped) as SendPlan["skipped"],
    leftToday: null,
    lastMailAt: null,
    sampleLeadIds: [],
    warnings: [],
  };
}

/** Only of what has begun is anything told. */
function hasBegun({ state }: Campaign): boolean {
  return state === "running" || state === "paused" || state === "finished" || state === "cancelled";
}

function realtime(campaign: Campaign) {
  const { counts } = campaign;
  return message({
    campaignId: campaign._id,
    subject: campaign.subject,
    ...(campaign.name !== "" && { name: campaign.name }),
    root: campaign.kind === "sequence" ? "workflow" : "email",
    state: campaign.state as CampaignState,
    running: campaign.state === "running",
    total: campaign.recipients,
    success: counts.sent,
    failed: counts.failed,
    queued: counts.queued,
    deferred: counts.deferred,
    skipped: counts.skipped,
    uncertain: counts.uncertain,
    waiting: campaign.waiting,
    waitingCause: campaign.waitingCause,
    nextAt: campaign.nextAt,
  });
}

function newCampaign(id: string): Campaign {
  return {
    _id: id,
    ...wholeCampaign,
    name: "",
    subject: "Spring news",
    from: "Ada <ada@example.com>",
    provider: "smtp",
    state: "running",
    waiting: null,
    waitingCause: null,
    nextAt: null,
    total: 10,
    recipients: 10,
    counts: { queued: 10, sending: 0, deferred: 0, sent: 0, failed: 0, uncertain: 0, skipped: 0 },
    trackOpens: true,
    trackClicks: true,
    opened: 0,
    machineOpened: 0,
    replied: 0,
    complained: 0,
    clicked: 0,
    createdAt: 0,
    finishedAt: null,
  };
}

const person = {
  uid: "u1",
  email: "ada@example.com",
  firstName: "Ada",
  lastName: "L",
  status: "AMEX",
  role: "user",
};

const template: TemplateSummary = {
  _id: "tpl1",
  name: "News",
  hasHtml: true,
  version: 1,
  public: false,
  createdAt: 0,
  updatedAt: 0,
  folderId: null,
  usedAt: 0,
};

const account: Credential = {
  _id: "acc1",
  provider: "smtp",
  appEmail: "ada@example.com",
  appPassword: "",
  alias: "Ada <ada@example.com>",
  displayName: null,
  sender: "Ada <ada@example.com>",
  type: "manual",
  host: "127.0.0.1",
  port: 25,
  security: "none",
  user: null,
  state: "working",
  pausedReason: null,
  pausedCause: null,
  pausedUntil: null,
  perDay: null,
  perMinute: null,
  gapMs: 0,
  connections: null,
  rampPerDay: null,
  rampStartedAt: null,
  perDayNow: null,
  sentToday: 0,
};

const delivery: Delivery = {
  ...wholeDelivery,
  _id: "d1",
  leadId: "l1",
  email: "bob@example.com",
  state: "failed",
  reason: null,
  cause: null,
  attempts: 1,
  dueAt: null,
  sentAt: null,
  openedAt: null,
  clickedAt: null,
  repliedAt: null,
  complainedAt: null,
};
