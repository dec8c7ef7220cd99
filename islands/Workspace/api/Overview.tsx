import { quickStarts } from "../../../contract/endpoints/quickStarts.ts";
import { apiTexts } from "../../../contract/texts/workspace/api.ts";
import { queries } from "../../_data/queries.ts";
import { useLoad } from "../../_data/useLoad.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { Tabs } from "../../_parts/Tabs.tsx";
import { together } from "../../_parts/together.ts";
import { WhenLoaded } from "../../_parts/WhenLoaded.tsx";
import { CodeExample } from "./CodeExample.tsx";
import { Usage } from "./Usage.tsx";

/** The URL of the API, examples in four languages, and its limits. */
export default function Overview() {
  const texts = useTexts(apiTexts);
  const overview = useLoad(queries.overview());
  return (
    <WhenLoaded what={texts.overview} loaded={overview} rows={5}>
      {({ baseUrl, openapiUrl, requestsPerMinute, leadsPerBulkCall }) => (
        <div className="api-guide">
          <p>
            {together(
              texts.base({
                baseUrl: <code>{baseUrl}</code>,
                reference: (words) => <a href="/api">{words}</a>,
              }),
            )}
          </p>
          <Tabs
            label={texts.begin}
            tabs={quickStarts(baseUrl).map(({ key, name, code }) => ({
              key,
              title: name,
              content: <CodeExample title={name} code={code} />,
            }))}
          />
          <Usage />
          <p className="muted">{texts.bounds({ calls: requestsPerMinute, leads: leadsPerBulkCall })}</p>
          <p className="muted">{together(texts.document((words) => <a href={openapiUrl}>{words}</a>))}</p>
        </div>
      )}
    </WhenLoaded>
  );
}
