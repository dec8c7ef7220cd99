import type { Campaign, Counts, DeliveryState } from "../../../contract/schemas/campaign.ts";
import type { ClockSources } from "../../../server/core/clock.ts";
import { startTestServer, type TestPerson, type TestServer } from "../server/testServer.ts";
import { until } from "../until.ts";
import { type ScriptedSmtp, type ScriptedSmtpOptions, startScriptedSmtp } from "./scriptedSmtp.ts";

export type SendingServer = {
  server: TestServer;
  smtp: ScriptedSmtp;
  person: TestPerson;
  /** Leads `lead0@in.test`, `lead1@in.test`, … */
  addLeads(count: number, prefix?: string): Promise<void>;
  /** Sends to these addresses, or to every lead; answers the campaign's id. */
  send(emails?: readonly string[], subject?: string): Promise<string>;
  campaign(id: string): Promise<Campaign>;
  /** Resolves once the campaign's counts are as wanted. */
  untilCounts(id: string, fits: (counts: Counts, campaign: Campaign) => boolean): Promise<Campaign>;
  deliveries(id: string, state?: DeliveryState): Promise<{ email: string; reason: string | null }[]>;
  close(): Promise<void>;
};

export const sender = "ada@sender.test";

/** A whole server with one Google account whose SMTP server is the scripted one. */
export async function startSendingServer(
  options: {
    smtp?: ScriptedSmtpOptions;
    environment?: Record<string, string>;
    credential?: object;
    time?: ClockSources;
  } = {},
): Promise<SendingServer> {
  const smtp = await startScriptedSmtp(options.smtp ?? {});
  const server = await startTestServer(
    {
      AMPLIFY_PLANS: "off",
      AMPLIFY_GOOGLE_SMTP: `smtp://127.0.0.1:${smtp.port}`,
      ...options.environment,
    },
    options.time ? { time: options.time } : {},
  );
  const person = await server.signUp();
  const { client } = person;
  await client("POST /amplify/auth/credentials", {
    body: {
      provider: "google",
      appEmail: sender,
      appPassword: "abcd efgh ijkl mnop",
      alias: `Ada <${sender}>`,
      ...options.credential,
    },
  });
  const campaign = (id: string) => client("GET /amplify/campaigns/{id}", { params: { id } });
  return {
    server,
    smtp,
    person,
    campaign,
    async addLeads(count, prefix = "lead") {
      const leads = Array.from({ length: count }, (_, index) => ({
        firstName: `First${index}`,
        lastName: "Last",
        email: `${prefix}${index}@in.test`,
      }));
      await client("POST /amplify/leads/bulk", { body: { leads } });
    },
    async send(emails, subject = "Hello {{firstName}}") {
      const audience = emails ? { leads: [...emails] } : { collection: "all" };
      const { campaignId } = await client("POST /email/send", {
        body: { subject, html: "<p>Hi {{firstName|there}}</p>", from: sender, ...audience },
      });
      return campaignId;
    },
    async untilCounts(id, fits) {
      let seen = await campaign(id);
      await until(async () => {
        seen = await campaign(id);
        return fits(seen.counts, seen);
      });
      return seen;
    },
    async deliveries(id, state) {
      const { items } = await client("GET /amplify/campaigns/{id}/deliveries", {
        params: { id },
        query: { pageSize: 500, ...(state ? { state } : {}) },
      });
      return items;
    },
    async close() {
      await server.close();
      await smtp.close();
    },
  };
}
