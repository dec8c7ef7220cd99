import { escape as escaped } from "node:querystring";
import type { GooglePerson } from "./person.ts";

/** The page at which Google asks: who are you, and what do you allow? Every permission beyond identity has a box. */
export function consentPage({
  people,
  request,
  host = "Google",
}: {
  people: readonly GooglePerson[];
  request: URLSearchParams;
  host?: string;
}) {
  const scopes = (request.get("scope") ?? "").split(" ").filter((scope) => scope.startsWith("https://"));
  const hint = request.get("login_hint");
  const person = ({ email }: GooglePerson, index: number) =>
    `<label><input type="radio" name="email" value="${text(email)}" ${
      hint === email || (hint === null && index === 0) ? "checked" : ""
    }> ${text(email)}</label>`;
  const scope = (name: string) =>
    `<label><input type="checkbox" name="scope" value="${text(name)}" checked> ${text(name)}</label>`;
  return `<!doctype html><html lang="en"><title>${host} stand-in</title><h1>Choose an account</h1>
<form method="post" action="/consent?${[...request].map(([key, value]) => `${escaped(key)}=${escaped(value)}`).join("&amp;")}">
${people.map(person).join("\n")}
${scopes.map(scope).join("\n")}
<button name="answer" value="allow">Allow</button> <button name="answer" value="deny">Deny</button>
</form></html>`;
}

function text(value: string): string {
  return value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
