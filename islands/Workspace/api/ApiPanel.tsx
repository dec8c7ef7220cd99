import { apiTexts } from "../../../contract/texts/workspace/api.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { SectionTabs } from "./SectionTabs.tsx";
import { sections } from "./sections.tsx";

/** The API tab: its sections, chosen by the URL, and a link to the reference. */
export default function ApiPanel() {
  const texts = useTexts(apiTexts);
  return (
    <>
      <header className="panel-head">
        <h2>{texts.title}</h2>
        <a className="button" data-variant="quiet" href="/api">
          {texts.reference}
        </a>
      </header>
      <SectionTabs sections={sections} />
    </>
  );
}
