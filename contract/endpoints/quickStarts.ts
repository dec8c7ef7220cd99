/** The first calls of a program, in one of several languages. */
export type QuickStart = { key: string; name: string; code: string };

/** The client for programs, and what makes it. */
export const clientPackage = { name: "amplify-client", command: "bun run build:client" } as const;

/**
 * Sign in, look at leads, send: with an installation's own address, ready to be copied. They are for whoever writes
 * programs, and the same in every language.
 */
export function quickStarts(baseUrl: string): QuickStart[] {
  return [
    { key: "curl", name: "curl", code: curl(baseUrl) },
    { key: "terminal", name: "Terminal", code: terminal(baseUrl) },
    { key: "javascript", name: "JavaScript", code: javascript(baseUrl) },
    { key: "python", name: "Python", code: python(baseUrl) },
  ];
}

const curl = (baseUrl: string) => `# Sign in for a token; jq takes it out of the answer
TOKEN=$(curl -s ${baseUrl}/amplify/auth/login \\
  -H 'content-type: application/json' \\
  -d '{"username":"you@example.com","password":"…"}' | jq -r .token)

# Your leads, a page at a time
curl '${baseUrl}/amplify/leads?page=1' -H "authorization: Bearer $TOKEN"

# Send a template to a collection; the same key never sends twice
curl ${baseUrl}/email/send \\
  -H "authorization: Bearer $TOKEN" \\
  -H 'content-type: application/json' \\
  -H 'idempotency-key: spring-news-1' \\
  -d '{"subject":"Spring news","templateId":"…","collection":"customers","from":"you@example.com"}'`;

const terminal = (baseUrl: string) => `# The program "amplify" is the server and its terminal client
amplify login --server ${baseUrl} you@example.com

amplify leads --json

amplify send --template "News" --collection customers \\
  --subject "Spring news" --key spring-news-1`;

const javascript = (baseUrl: string) => `const base = "${baseUrl}";

async function call(method, path, { token, body, key } = {}) {
  const response = await fetch(base + path, {
    method,
    headers: {
      ...(token ? { authorization: \`Bearer \${token}\` } : {}),
      ...(body ? { "content-type": "application/json" } : {}),
      ...(key ? { "idempotency-key": key } : {}),
    },
    body: body && JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(\`\${answer.code}: \${answer.message}\`);
  return answer;
}

const { token } = await call("POST", "/amplify/auth/login", {
  body: { username: "you@example.com", password: "…" },
});
const { items, total } = await call("GET", "/amplify/leads?page=1", { token });
const { campaignId } = await call("POST", "/email/send", {
  token,
  key: "spring-news-1",
  body: { subject: "Spring news", templateId: "…", collection: "customers", from: "you@example.com" },
});`;

const python = (baseUrl: string) => `import json
from urllib.request import Request, urlopen

BASE = "${baseUrl}"

def call(method, path, token=None, body=None, key=None):
    headers = {"content-type": "application/json"}
    if token:
        headers["authorization"] = f"Bearer {token}"
    if key:
        headers["idempotency-key"] = key
    data = json.dumps(body).encode() if body is not None else None
    with urlopen(Request(BASE + path, data, headers, method=method)) as response:
        return json.load(response)

token = call("POST", "/amplify/auth/login",
             body={"username": "you@example.com", "password": "…"})["token"]
leads = call("GET", "/amplify/leads?page=1", token)
sent = call("POST", "/email/send", token, key="spring-news-1", body={
    "subject": "Spring news", "templateId": "…",
    "collection": "customers", "from": "you@example.com"})`;
