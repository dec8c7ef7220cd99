import { type Context, Hono } from "hono";
import type { PlanKeeper } from "../../agents/plans.ts";
import type { MakeCall } from "../../agents/toolInput.ts";
import { createClient } from "../../contract/client.ts";
import { agentLimits } from "../../contract/limits/api/agents.ts";
import { bodyLimits, rateLimits } from "../../contract/limits/http.ts";
import { refused } from "../../contract/refused.ts";
import { createAgentPlanStore } from "../../db/stores/api/agentPlans.ts";
import type { Caller } from "../core/caller.ts";
import type { Core } from "../core/core.ts";
import { mayUseApi } from "../core/planAllowance.ts";
import { version } from "../core/version.ts";
import type { Env } from "../http/environment.ts";
import { boundedBody } from "../http/middleware/body.ts";
import { createRateLimiter, refuseOver } from "../http/middleware/rateLimit.ts";

type Parts = {
  core: Core;
  sessions: { callerOf(request: Request): Promise<Caller | null> };
  /** Answers a request as if it had come over the wire, through every check there is. */
  answer(request: Request, bindings: Env["Bindings"]): Response | Promise<Response>;
};

/**
 * `/mcp`: the tools of agents over HTTP (Model Context Protocol, Streamable HTTP), for whoever presents a token or key. A
 * tool's call goes through the whole app once more with that alone, so that scopes, limits and logs are those of every call.
 */
export function createAgentPage({ core, sessions, answer }: Parts): Hono<Env> {
  const limiter = createRateLimiter(core, { name: "agentPerUser", rate: rateLimits.agentPerUser });
  const store = createAgentPlanStore(core.database);
  const base = `${core.settings.publicUrl}`.replace(/\/$/, "");
  return new Hono<Env>().all("/mcp", boundedBody(bodyLimits.jsonBytes), async (context) => {
    const authorization = context.req.header("authorization") ?? "";
    const known = context.var.caller;
    // A cookie is a browser's, which sends it along unasked; only what is presented counts here.
    const presented = new Request(context.req.url, { headers: { authorization } });
    const caller = known?.key === undefined ? await sessions.callerOf(presented) : known;
    if (caller === null) throw refused("unauthorized");
    if (!mayUseApi(core, { status: caller.scope.status, role: caller.role }))
      throw refused("plan_without_api");
    if (core.settings.rateLimits) refuseOver(await limiter.hit(caller.uid));
    const call = callAs({ authorization, base, context, answer });
    // Loaded for the first who asks: most installations never see an agent.
    const [{ createMcpHandler }, { createAgentServer }] = await Promise.all([
      import("@modelcontextprotocol/server"),
      import("../../agents/agentServer.ts"),
    ]);
    const server = () =>
      createAgentServer({ version, call, keeper: keeperOf(core, store, caller), now: core.clock.now });
    const handler = createMcpHandler(server, {
      maxRequestBodySize: bodyLimits.jsonBytes,
      // Nothing changes in the list of tools, so nothing is worth listening for.
      maxSubscriptions: 1,
    });
    return handler.fetch(context.req.raw);
  });
}

function callAs({
  authorization,
  base,
  context,
  answer,
}: Pick<Parts, "answer"> & { authorization: string; base: string; context: Context<Env> }): MakeCall {
  const fetched = (async (url: string, init: RequestInit) =>
    answer(new Request(url, { ...init, signal: context.req.raw.signal }), context.env)) as typeof fetch;
  const client = createClient({ base, authorization: () => authorization, fetch: fetched });
  return (key, parts, idempotencyKey) =>
    client(key as never, parts as never, (idempotencyKey === undefined ? {} : { idempotencyKey }) as never);
}

function keeperOf(
  { newId, clock }: Pick<Core, "newId" | "clock">,
  store: ReturnType<typeof createAgentPlanStore>,
  { uid, scope: { workspaceId } }: Caller,
): PlanKeeper {
  return {
    async keep({ text, expiresAt }) {
      const id = newId();
      // One that has run out is still known for a while, so that it is told so and answered with a new one.
      const forgottenBefore = clock.now() - agentLimits.planMs;
      await store.add(
        { id, workspaceId, userId: uid, text, expiresAt },
        { countMax: agentLimits.plansMax, forgottenBefore },
      );
      return id;
    },
    find: (id) => store.textOf({ workspaceId, userId: uid, id }),
  };
}
