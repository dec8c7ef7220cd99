import { z } from "zod";
import type { Endpoint } from "../endpoint.ts";
import { message, withId } from "../schemas/fields.ts";
import { image, imageAlt, imageUse, savedRow, savedRowInput, savedRowName } from "../schemas/image.ts";

/** What people keep to build mails from: pictures, and rows under a name. */
export const designEndpoints = {
  "GET /amplify/images": {
    tag: "Design",
    summary: "Your uploaded pictures, newest first",
    access: "session",
    answer: z.array(image),
  },
  "GET /amplify/images/use": {
    tag: "Design",
    summary: "How much room your pictures take, of how much",
    access: "session",
    answer: imageUse,
  },
  "POST /amplify/images": {
    tag: "Design",
    summary: "Upload a PNG, JPEG, GIF or WebP picture for mails; its address is public",
    access: "session",
    bodyType: "file",
    bodyLimit: "bulkBytes",
    status: 201,
    answer: image,
    refusals: ["conflict", "plan_limit"],
    refusedWith: [
      "file_missing",
      "upload_unreadable",
      "picture_too_heavy",
      "picture_type_unknown",
      "picture_too_wide",
    ],
  },
  "PUT /amplify/images/{id}": {
    tag: "Design",
    summary: "Say what a picture shows, for whoever cannot see it",
    access: "session",
    params: withId,
    body: imageAlt,
    answer: message,
    refusals: ["not_found"],
  },
  "DELETE /amplify/images/{id}": {
    tag: "Design",
    summary: "Delete a picture; mails that show it show none from then on",
    access: "session",
    params: withId,
    answer: message,
    refusals: ["not_found"],
  },
  "POST /amplify/images/{id}/restore": {
    tag: "Design",
    summary: "Bring back a picture that you deleted a few minutes ago",
    access: "session",
    params: withId,
    answer: image,
    refusals: ["not_found", "conflict", "plan_limit"],
  },
  "GET /amplify/saved-rows": {
    tag: "Design",
    summary: "Your saved rows, newest first",
    access: "session",
    answer: z.array(savedRow),
  },
  "POST /amplify/saved-rows": {
    tag: "Design",
    summary: "Keep a row of a design under a name",
    access: "session",
    body: savedRowInput,
    status: 201,
    answer: savedRow,
    refusals: ["conflict"],
    refusedWith: ["row_not_keepable"],
  },
  "PUT /amplify/saved-rows/{id}": {
    tag: "Design",
    summary: "Give a saved row another name",
    access: "session",
    params: withId,
    body: savedRowName,
    answer: message,
    refusals: ["not_found"],
  },
  "DELETE /amplify/saved-rows/{id}": {
    tag: "Design",
    summary: "Delete a saved row; mails that it was put into keep it",
    access: "session",
    params: withId,
    answer: message,
    refusals: ["not_found"],
  },
  "POST /amplify/saved-rows/{id}/restore": {
    tag: "Design",
    summary: "Bring back a saved row that you deleted a few minutes ago",
    access: "session",
    params: withId,
    answer: savedRow,
    refusals: ["not_found", "conflict"],
  },
} as const satisfies Record<string, Endpoint>;
