import { webhookTexts } from "../../contract/texts/workspace/webhooks.ts";
import { inTexts } from "../core/inWords.ts";
import { type Route, route } from "../http/route.ts";
import type { WebhookService } from "./webhooks.ts";

export function webhookRoutes(webhooks: WebhookService): Route[] {
  const texts = () => inTexts(webhookTexts);
  return [
    route("GET /amplify/api/webhooks", async ({ scope, person }) => {
      await webhooks.refuseWithoutAny(scope, person.role);
      return webhooks.list(scope);
    }),
    route("POST /amplify/api/webhooks", ({ scope, body }) => webhooks.add(scope, body)),
    route("GET /amplify/api/webhooks/{id}", ({ scope, params }) => webhooks.one({ ...scope, ...params })),
    route("PUT /amplify/api/webhooks/{id}", ({ scope, params, body }) =>
      webhooks.change({ ...scope, ...params }, body),
    ),
    route("DELETE /amplify/api/webhooks/{id}", async ({ scope, person, params }) => {
      await webhooks.refuseWithoutAny(scope, person.role);
      await webhooks.remove({ ...scope, ...params });
      return { message: texts().removed };
    }),
    route("POST /amplify/api/webhooks/{id}/pause", ({ scope, params }) =>
      webhooks.pause({ ...scope, ...params }),
    ),
    route("POST /amplify/api/webhooks/{id}/resume", ({ scope, params }) =>
      webhooks.resume({ ...scope, ...params }),
    ),
    route("POST /amplify/api/webhooks/{id}/rotate", ({ scope, params }) =>
      webhooks.rotate({ ...scope, ...params }),
    ),
    route("POST /amplify/api/webhooks/{id}/test", ({ scope, params, request }) =>
      webhooks.test({ ...scope, ...params, signal: request.signal }),
    ),
    route("GET /amplify/api/webhooks/{id}/deliveries", ({ scope, params, query }) =>
      webhooks.deliveries({ ...scope, ...params }, query),
    ),
    route(
      "POST /amplify/api/webhooks/{id}/deliveries/{eventId}/redeliver",
      async ({ scope, params: { id, eventId } }) => {
        await webhooks.redeliver({ ...scope, id, eventId });
        return { message: texts().redelivering(1) };
      },
    ),
    route("POST /amplify/api/webhooks/{id}/redeliver", async ({ scope, params, body }) => {
      const count = await webhooks.redeliverSpan({ ...scope, ...params }, body);
      return { message: texts().redelivering(count), count };
    }),
  ];
}
