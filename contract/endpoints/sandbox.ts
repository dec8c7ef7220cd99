import { z } from "zod";
import type { Endpoint } from "../endpoint.ts";
import { textLimits } from "../limits/text.ts";
import { message, timeMs, withId } from "../schemas/fields.ts";
import { listOrder, pageSize, pagesOf } from "../schemas/lists.ts";

const sandboxMail = z
  .object({ _id: z.string(), to: z.string(), from: z.string(), subject: z.string(), receivedAt: timeMs })
  .meta({ id: "SandboxMail" });

export const sandboxEndpoints = {
  "GET /amplify/sandbox/mails": {
    tag: "Sandbox",
    summary: "Mails in the sandbox mailbox, newest first",
    access: "session",
    ...pagesOf({
      entry: sandboxMail,
      query: z.object({
        ...listOrder,
        before: z.string().max(textLimits.idMax).optional(),
        pageSize: pageSize.optional(),
      }),
      answer: z.object({ items: z.array(sandboxMail), total: z.number().int(), next: z.string().nullable() }),
    }),
  },
  "GET /amplify/sandbox/mails/{id}": {
    tag: "Sandbox",
    summary: "One mail, as it went over the wire",
    access: "session",
    params: withId,
    answer: "message/rfc822",
    refusals: ["not_found"],
  },
  "DELETE /amplify/sandbox/mails": {
    tag: "Sandbox",
    summary: "Empty the sandbox mailbox",
    access: "session",
    answer: message,
  },
} as const satisfies Record<string, Endpoint>;
