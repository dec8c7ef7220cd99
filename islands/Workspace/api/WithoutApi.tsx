import { cheapestWith } from "../../../contract/plans.ts";
import { apiTexts } from "../../../contract/texts/workspace/api.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { together } from "../../_parts/together.ts";

/** Shown in place of the API tab if the plan does not include the API. The server itself refuses the calls. */
export default function WithoutApi() {
  const texts = useTexts(apiTexts);
  const { without } = texts;
  return (
    <>
      <header className="panel-head">
        <h2>{texts.title}</h2>
      </header>
      <div className="api-guide">
        <h3>{without.title}</h3>
        <p>{without.lead(cheapestWith("api").name)}</p>
        <ul>
          {without.gives.map((gift) => (
            <li key={gift}>{gift}</li>
          ))}
        </ul>
        <p>{together(without.look((words) => <a href="/api">{words}</a>))}</p>
        <p>
          <a className="button" data-variant="primary" href="/pricing">
            {without.plans}
          </a>
        </p>
      </div>
    </>
  );
}
