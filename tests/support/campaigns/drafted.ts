import type { CampaignPlan, PlanAudience, PlanChange } from "../../../contract/schemas/campaignPlan.ts";
import type { SendingServer } from "../smtp/sendingServer.ts";
import { until } from "../until.ts";

type Draft = Omit<PlanChange, "version" | "audience"> & { audience?: Partial<PlanAudience> };

/** A campaign that is ready to start: to everybody, from the one account, at once, unless said. */
export async function drafted(
  { person: { client } }: Pick<SendingServer, "person">,
  { audience, ...change }: Draft = {},
  mail: { subject?: string; html?: string; preview?: string } = {},
) {
  const accounts = await client("GET /amplify/auth/credentials");
  const draft = await client("POST /amplify/campaigns", { body: {} });
  const params = { id: draft._id };
  const plan = await client("PUT /amplify/campaigns/{id}/plan", {
    params,
    body: {
      version: draft.version,
      name: "Spring",
      holdSeconds: 0,
      accounts: accounts.map(({ _id }) => _id),
      audience: { ...draft.audience, everyone: audience === undefined, ...audience } as PlanAudience,
      ...change,
    },
  });
  for (const { id: variantId } of plan.steps.flatMap(({ variants }) => variants))
    await client("PUT /amplify/campaigns/{id}/mails/{variantId}", {
      params: { ...params, variantId },
      body: { version: 0, subject: "Hello {{firstName}}", html: "<p>Hi</p>", ...mail },
    });
  return client("GET /amplify/campaigns/{id}/plan", { params });
}

/** Starts it and waits until it has got so far. */
export async function started(
  sending: SendingServer,
  plan: Pick<CampaignPlan, "_id" | "version">,
  state: CampaignPlan["state"] | null = "finished",
) {
  const { client } = sending.person;
  await client("POST /amplify/campaigns/{id}/start", {
    params: { id: plan._id },
    body: { version: plan.version },
  });
  if (state !== null) await until(async () => (await sending.campaign(plan._id)).state === state);
  return sending.campaign(plan._id);
}

/** A mail of one variant that everybody gets, so long after the one before. */
export const step = (id: string, delayMinutes: number) => ({
  id,
  delayMinutes,
  condition: { kind: "always" as const },
  sameThread: false,
  test: null,
  variants: [{ id: `${id}.a`, share: 100 }],
});
