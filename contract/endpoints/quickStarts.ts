/** The first calls of a program, in one of several languages. */
type QuickStart = { key: string; name: string; code: string };

/** The client for programs, and what makes it. */
export const clientPackage = { name: "amplify-client", command: "bun run build:client" } as const;

/**
 * Look at leads and send, with a key and an installation's own address, ready to be copied. They are for whoever writes
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

const curl = (baseUrl: string) => `# A key that may read and send, made under Keys
export AMPLIFY_TOKEN=amk_…

# Your leads, a page at a time
curl '${baseUrl}/amplify/leads?page=1' -H "authorization: Bearer $AMPLIFY_TOKEN"

# Your templates, each with the id that a send names
curl '${baseUrl}/templates?fields=_id,name' -H "authorization: Bearer $AMPLIFY_TOKEN"

# Send one to a collection; the same key never sends twice
curl ${baseUrl}/email/send \\
  -H "authorization: Bearer $AMPLIFY_TOKEN" \\
  -H 'content-type: application/json' \\
  -H 'idempotency-key: spring-news-1' \\
  -d '{"subject":"Spring news","templateId":"…","collection":"customers","from":"you@example.com"}'`;

const terminal = (baseUrl: string) => `# The program "amplify" is the server and its terminal client
export AMPLIFY_SERVER=${baseUrl}
# A key that may read and send; or sign in with: amplify login
export AMPLIFY_TOKEN=amk_…

amplify leads --json

amplify send --template "News" --collection customers \\
  --subject "Spring news" --key spring-news-1`;

const javascript = (baseUrl: string) => `const base = "${baseUrl}";

async function call(method, path, { body, idempotencyKey } = {}) {
  const response = await fetch(base + path, {
    method,
    headers: {
      // A key that may read and send, made under Keys
      authorization: \`Bearer \${process.env.AMPLIFY_TOKEN}\`,
      ...(body ? { "content-type": "application/json" } : {}),
      ...(idempotencyKey ? { "idempotency-key": idempotencyKey } : {}),
    },
    body: body && JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(\`\${answer.code}: \${answer.message}\`);
  return answer;
}

const { total } = await call("GET", "/amplify/leads?page=1");
console.log(total, "leads");

const [template] = await call("GET", "/templates");
const sent = await call("POST", "/email/send", {
  idempotencyKey: "spring-news-1",
  body: { subject: "Spring news", templateId: template._id, collection: "customers", from: "you@example.com" },
});
console.log(sent);`;

const python = (baseUrl: string) => `import json, os
from urllib.error import HTTPError
from urllib.request import Request, urlopen

BASE = "${baseUrl}"

def call(method, path, body=None, idempotency_key=None):
    # A key that may read and send, made under Keys
    headers = {"authorization": "Bearer " + os.environ["AMPLIFY_TOKEN"],
               "content-type": "application/json"}
    if idempotency_key:
        headers["idempotency-key"] = idempotency_key
    data = json.dumps(body).encode() if body is not None else None
    try:
        with urlopen(Request(BASE + path, data, headers, method=method)) as response:
            return json.load(response)
    except HTTPError as refused:
        raise SystemExit(json.load(refused)["message"])

print(call("GET", "/amplify/leads?page=1")["total"], "leads")

template = call("GET", "/templates")[0]
print(call("POST", "/email/send", idempotency_key="spring-news-1", body={
    "subject": "Spring news", "templateId": template["_id"],
    "collection": "customers", "from": "you@example.com"}))`;
