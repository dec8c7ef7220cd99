import { z } from "zod";
import type { Endpoint } from "../endpoint.ts";
import { message, withId } from "../schemas/fields.ts";
import { renderAnswer, renderInput, template, templateChange, templateInput } from "../schemas/template.ts";

export const templateEndpoints = {
  "GET /templates": {
    tag: "Templates",
    summary: "Your templates",
    access: "session",
    answer: z.array(template),
  },
  "GET /templates/public": {
    tag: "Templates",
    summary: "Templates shared with everyone",
    access: "session",
    answer: z.array(template),
  },
  "POST /templates": {
    tag: "Templates",
    summary: "Save a new template",
    access: "session",
    body: templateInput,
    bodyLimit: "templateBytes",
    status: 201,
    answer: template,
    refusals: ["conflict"],
  },
  "POST /templates/render": {
    tag: "Templates",
    summary: "Turn a design into the HTML and the text of a mail; nothing is kept",
    access: "session",
    body: renderInput,
    bodyLimit: "templateBytes",
    answer: renderAnswer,
  },
  "PUT /templates/{id}": {
    tag: "Templates",
    summary: "Save changes; refused when somebody saved in between",
    access: "session",
    params: withId,
    body: templateChange,
    bodyLimit: "templateBytes",
    answer: template,
    refusals: ["not_found", "forbidden", "conflict"],
  },
  "DELETE /templates/{id}": {
    tag: "Templates",
    summary: "Delete a template; public ones by administrators only",
    access: "session",
    params: withId,
    answer: message,
    refusals: ["not_found", "forbidden"],
  },
} as const satisfies Record<string, Endpoint>;
