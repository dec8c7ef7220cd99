import { answerTexts } from "../../contract/texts/answers.ts";
import { inTexts } from "../core/inWords.ts";
import { type Route, route } from "../http/route.ts";
import type { Readings } from "./readings.ts";

export function readingRoutes(readings: Readings): Route[] {
  return [
    route("GET /amplify/auth/readings", ({ scope }) => readings.list(scope)),
    route("PUT /amplify/auth/credentials/{id}/reading", ({ scope, params, body }) =>
      readings.turnOn({ ...scope, id: params.id }, body),
    ),
    route("DELETE /amplify/auth/credentials/{id}/reading", async ({ scope, params }) => {
      await readings.turnOff({ ...scope, id: params.id });
      return { message: inTexts(answerTexts).accounts.readingOff };
    }),
  ];
}
