import { shellTexts } from "../../../contract/texts/workspace/shell.ts";
import { useTexts } from "../../_data/useTexts.ts";

/** Stands where a panel is loading (specification, section 2). */
export function PanelLoading() {
  const texts = useTexts(shellTexts);
  return <p className="panel-loading">{texts.loading}</p>;
}
