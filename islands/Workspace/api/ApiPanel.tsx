import { browserClient } from "../../_data/browserClient.ts";
import { useLoad } from "../../_data/useLoad.ts";
import { FailedState } from "../../_parts/FailedState.tsx";
import { SkeletonRows } from "../../_parts/SkeletonRows.tsx";
import { CodeExample } from "./CodeExample.tsx";
import { examples } from "./examples.ts";

/** The API tab: where the API is, three calls to begin with, and its bounds. */
export default function ApiPanel() {
  const overview = useLoad("overview", (signal) =>
    browserClient("GET /amplify/api/overview", {}, { signal }),
  );
  return (
    <>
      <header className="panel-head">
        <h2>API</h2>
      </header>
      {overview.state === "failed" ? <FailedState what="The overview" loaded={overview} /> : null}
      {overview.state === "loading" ? <SkeletonRows rows={5} /> : null}
      {overview.value === undefined ? null : (
        <div className="api-guide">
          <p>
            Everything in this workspace is also a call. The base address is{" "}
            <code>{overview.value.baseUrl}</code>, and{" "}
            <a href={overview.value.openapiUrl}>the OpenAPI document</a> describes every call.
          </p>
          {examples(overview.value.baseUrl).map(({ title, code }) => (
            <CodeExample key={title} title={title} code={code} />
          ))}
          <p className="muted">
            At most {overview.value.requestsPerMinute.toLocaleString("en")} calls a minute and{" "}
            {overview.value.leadsPerBulkCall.toLocaleString("en")} leads in one bulk call. A call that comes
            too fast is answered 429 with Retry-After.
          </p>
        </div>
      )}
    </>
  );
}
