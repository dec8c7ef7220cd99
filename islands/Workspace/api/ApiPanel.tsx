import { queries } from "../../_data/queries.ts";
import { useLoad } from "../../_data/useLoad.ts";
import { WhenLoaded } from "../../_parts/WhenLoaded.tsx";
import { CodeExample } from "./CodeExample.tsx";
import { examples } from "./examples.ts";

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
