import { lazy, Suspense, useState } from "react";
import { type ApiTexts, apiTexts } from "../../../contract/texts/workspace/api.ts";
import { queries } from "../../_data/queries.ts";
import { useLoad } from "../../_data/useLoad.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { Button } from "../../_parts/Button.tsx";
import { SkeletonRows } from "../../_parts/SkeletonRows.tsx";
import { together } from "../../_parts/together.ts";
import { WhenLoaded } from "../../_parts/WhenLoaded.tsx";
import { withStyles } from "../../_runtime/withStyles.ts";

const Webhooks = lazy(() => withStyles("webhooks", () => import("./webhooks/Webhooks.tsx")));
const Keys = lazy(() => withStyles("api", () => import("./keys/Keys.tsx")));
const Requests = lazy(() => withStyles("api", () => import("./requests/Requests.tsx")));

/** The API tab: where the API is, three calls to begin with, and its bounds. */
export default function ApiPanel() {
  const texts = useTexts(apiTexts);
  const overview = useLoad(queries.overview());
  return (
    <>
      <header className="panel-head">
        <h2>{texts.title}</h2>
      </header>
      <WhenLoaded what={texts.overview} loaded={overview} rows={5}>
        {({ baseUrl, openapiUrl, requestsPerMinute, leadsPerBulkCall }) => (
          <div className="api-guide">
            <p>
              {together(
                texts.base({
                  baseUrl: <code>{baseUrl}</code>,
                  document: (words) => <a href={openapiUrl}>{words}</a>,
                }),
              )}
            </p>
            {examples(baseUrl, texts).map(({ title, code }) => (
              <CodeExample key={title} title={title} code={code} />
            ))}
            <p className="muted">{texts.bounds({ calls: requestsPerMinute, leads: leadsPerBulkCall })}</p>
          </div>
        )}
      </WhenLoaded>
      <Suspense fallback={<SkeletonRows rows={3} />}>
        <Webhooks />
        <Keys />
        <Requests />
      </Suspense>
    </>
  );
}

/** A piece of code with a button that copies it. */
function CodeExample({ title, code }: { title: string; code: string }) {
  const texts = useTexts(apiTexts);
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
        <Button variant="quiet" onClick={copy} aria-label={texts.copyWhat(title)}>
          {copied ? texts.copied : texts.copy}
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
function examples(baseUrl: string, texts: ApiTexts): { title: string; code: string }[] {
  return [
    {
      title: texts.examples.signIn,
      code: `curl ${baseUrl}/amplify/auth/login \\
  -H 'content-type: application/json' \\
  -d '{"username":"you@example.com","password":"…"}'`,
    },
    {
      title: texts.examples.listLeads,
      code: `curl '${baseUrl}/amplify/leads?page=1' -H "authorization: Bearer $TOKEN"`,
    },
    {
      title: texts.examples.send,
      code: `curl ${baseUrl}/email/send \\
  -H "authorization: Bearer $TOKEN" \\
  -H 'content-type: application/json' \\
  -H 'idempotency-key: spring-news-1' \\
  -d '{"subject":"Spring news","templateId":"…","collection":"customers","from":"you@example.com"}'`,
    },
  ];
}
