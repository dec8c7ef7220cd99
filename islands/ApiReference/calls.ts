/** A call of `/openapi.json`, as far as it has to be known to make one. */
export type TriedCall = {
  method: string;
  path: string;
  summary: string;
  isOpen: boolean;
  sendsMail: boolean;
  /** Whether the body says from which account, by `credentialId`. */
  namesAccount: boolean;
  parameters: readonly { name: string; in: string; required?: boolean; example?: unknown }[];
  /** Null where there is none. */
  bodyType: string | null;
  bodyExample: unknown;
};

/** The account whose mails stay inside Amplify. */
export type Sandbox = { _id: string; appEmail: string };

type Operation = {
  operationId: string;
  summary: string;
  security?: unknown[];
  parameters?: TriedCall["parameters"];
  requestBody?: { content: Record<string, { example?: unknown }> };
  "x-sends-mail"?: string;
};

/** Every call of a document by its operation's id. */
export function callsOf(document: {
  paths: Record<string, Record<string, Operation>>;
}): Map<string, TriedCall> {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, TriedCall] => {
      const [bodyType, media] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [null, undefined];
      const { summary, parameters = [], security } = operation;
      return [
        operation.operationId,
        {
          method: method.toUpperCase(),
          path,
          summary,
          parameters,
          bodyType,
          bodyExample: media?.example,
          isOpen: security?.length === 0,
          sendsMail: operation["x-sends-mail"] !== undefined,
          namesAccount: operation["x-sends-mail"] === "from named account",
        },
      ];
    }),
  );
  return new Map(calls);
}

/** Where a call goes, with what was filled in; what was left empty is left out. */
export function addressOf(call: TriedCall, values: Readonly<Record<string, string>>): string {
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ""));
  const query = call.parameters
    .filter(({ in: place, name }) => place === "query" && values[name])
    .map(({ name }): [string, string] => [name, values[name] ?? ""]);
  return query.length === 0 ? path : `${path}?${new URLSearchParams(query)}`;
}

/** The headers that were filled in. */
export function headersOf(call: TriedCall, values: Readonly<Record<string, string>>): Record<string, string> {
  const named = call.parameters.filter(({ in: place, name }) => place === "header" && values[name]);
  return Object.fromEntries(named.map(({ name }) => [name, values[name] ?? ""]));
}

export type Asks = "mail" | "delete" | null;

/** What somebody is asked before a call is made: whether real mail is meant, or a deletion. */
export function asksFirst(call: TriedCall, body: unknown, sandbox: Sandbox | null): Asks {
  if (call.sendsMail && !isFromSandbox(call, body, sandbox)) return "mail";
  return call.method === "DELETE" ? "delete" : null;
}

/** Only a call that itself names the sandbox account by its id is known to send nothing outside. */
function isFromSandbox({ namesAccount }: TriedCall, body: unknown, sandbox: Sandbox | null): boolean {
  const isNamed = namesAccount && sandbox !== null && typeof body === "object" && body !== null;
  return isNamed && (body as { credentialId?: unknown }).credentialId === sandbox._id;
}

/** The example as it is offered first: from the sandbox account, where the call names one and there is one. */
export function bodyOffered(
  { bodyExample: example, namesAccount }: TriedCall,
  sandbox: Sandbox | null,
): string {
  if (example === undefined) return "";
  const sender =
    namesAccount && sandbox !== null ? { from: sandbox.appEmail, credentialId: sandbox._id } : {};
  return JSON.stringify(namesAccount ? { ...(example as object), ...sender } : example, null, 2);
}
