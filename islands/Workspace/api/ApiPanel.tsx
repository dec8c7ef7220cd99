import { useState } from "react";
import { queries } from "../../_data/queries.ts";
import { useLoad } from "../../_data/useLoad.ts";
import { Button } from "../../_parts/Button.tsx";
import { WhenLoaded } from "../../_parts/WhenLoaded.tsx";

/** The API tab: where the API is, three calls to begin with, and its bounds. */
export default function ApiPanel() {
  const overview = useLoad(queries.overview());
  return (
    <>
      <header className="panel-head">
        <h2>API</h2>
      </header>
      <WhenLoaded what="The overview" loaded={overview} rows={5}>
        {({ baseUrl, openapiUrl, requestsPerMinute, leadsPerBulkCall }) => (
          <div className="api-guide">
            <p>
              Everything in this workspace is also a call. The base address is <code>{baseUrl}</code>, and{" "}
              <a href={openapiUrl}>the OpenAPI document</a> describes every call.
            </p>
            {examples(baseUrl).map(({ title, code }) => (
              <CodeExample key={title} title={title} code={code} />
            ))}
            <p className="muted">
              At most {requestsPerMinute.toLocaleString("en")} calls a minute and{" "}
              {leadsPerBulkCall.toLocaleString("en")} leads in one bulk call. A call that comes too fast is
              answered 429 with Retry-After.
            </p>
          </div>
        )}
      </WhenLoaded>
    </>
  );
}

/** A piece of code with a button that copies it. */
function CodeExample({ title, code }: { title: string; code: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    // Only there on https and localhost; elsewhere the text can still be selected.
    await navigator.clipboard?.writeText(code);
    setCopied(navigator.clipboard !== undefined);
  };
  return (
    <section className="code-example" aria-label={title}>
      <div className="account-head">
        <h3>{title}</h3>
        <Button variant="quiet" onClick={copy} aria-label={`Copy: ${title}`}>
          {copied ? "Copied" : "Copy"}
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, and the keyboard must reach that. */}
      <pre tabIndex={0}>
        <code>{code}</code>
      </pre>
    </section>
  );
}

/** The first calls somebody makes, with their own installation's address in them. */
function examples(baseUrl: string): { title: string; code: string }[] {
  return [
    {
      title: "Sign in for a token",
      code: `curl ${baseUrl}/amplify/auth/login \\
  -H 'content-type: application/json' \\
  -d '{"username":"you@example.com","password":"…"}'`,
    },
    {
      title: "List your leads",
      code: `curl '${baseUrl}/amplify/leads?page=1' -H "authorization: Bearer $TOKEN"`,
    },
    {
      title: "Send to a collection",
      code: `curl ${baseUrl}/email/send \\
  -H "authorization: Bearer $TOKEN" \\
  -H 'content-type: application/json' \\
  -H 'idempotency-key: spring-news-1' \\
  -d '{"subject":"Spring news","templateId":"…","collection":"customers","from":"you@example.com"}'`,
    },
  ];
}
