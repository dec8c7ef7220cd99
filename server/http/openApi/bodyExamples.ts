import type { Call } from "../../../contract/endpoint.ts";
import type { EndpointKey, Endpoints } from "../../../contract/endpoints.ts";

type Bodies = { [K in EndpointKey]?: Call<Endpoints[K]>["body"] };

const person = { firstName: "Ada", lastName: "Lovelace", email: "ada@example.com" };

/** Bodies of calls for which somebody opens the reference, where what is required alone would say too little. */
export const bodyExamples: Bodies = {
  "POST /amplify/leads": { ...person, phone: "+43 1 234567", collection: ["customers"] },
  "POST /amplify/leads/bulk": {
    leads: [
      { ...person, collection: ["customers"] },
      { firstName: "Grace", lastName: "Hopper", email: "grace@example.com", collection: ["customers"] },
    ],
  },
  "POST /amplify/leads/find": { search: "ada", page: 1, pageSize: 50 },
  "POST /amplify/imports/{id}/start": {
    columns: {
      firstName: ["First name"],
      lastName: ["Last name"],
      email: ["E-mail"],
      phone: ["Mobile", "Phone"],
      unsubscribed: [],
    },
    collection: "customers",
    existing: "update",
  },
  "POST /amplify/campaigns": { name: "Spring news", kind: "once" },
  "POST /email/send": {
    subject: "Spring news",
    html: "<p>Hello {{firstName}}, spring is here.</p>",
    collection: "customers",
    from: "you@example.com",
    undoSeconds: 30,
  },
};
