import { useState } from "react";
import type { Template, TemplateSummary, TemplateVersion } from "../../../../contract/schemas/template.ts";
import { templateVersionTexts } from "../../../../contract/texts/workspace/design/templateVersions.ts";
import { browserClient } from "../../../_data/browserClient.ts";
import { shortMoment } from "../../../_data/momentsHere.ts";
import { queries } from "../../../_data/queries.ts";
import { useAction } from "../../../_data/useAction.ts";
import { useLoad } from "../../../_data/useLoad.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Button } from "../../../_parts/Button.tsx";
import { Notice } from "../../../_parts/Notice.tsx";
import { WhenLoaded } from "../../../_parts/WhenLoaded.tsx";
import { VersionFrame } from "../preview/VersionFrame.tsx";

/** The versions of a template, to preview and restore. */
export default function TemplateHistory({
  template: { _id: id },
  onRestored,
}: {
  template: TemplateSummary;
  onRestored: (restored: Template) => void;
}) {
  const texts = useTexts(templateVersionTexts);
  const versions = useLoad(queries.versions(id));
  return (
    <WhenLoaded what={texts.history.what} loaded={versions} rows={4}>
      {(saved) => <Versions id={id} versions={saved} onRestored={onRestored} />}
    </WhenLoaded>
  );
}

function Versions({
  id,
  versions,
  onRestored,
}: {
  id: string;
  versions: readonly TemplateVersion[];
  onRestored: (restored: Template) => void;
}) {
  const texts = useTexts(templateVersionTexts);
  const [chosen, setChosen] = useState<number>();
  const restoring = useAction(async (version: number) => {
    const params = { id, version: String(version) };
    onRestored(await browserClient("POST /templates/{id}/versions/{version}/restore", { params }));
  });
  const newest = versions[0]?.version ?? 0;
  const shown = chosen ?? newest;
  return (
    <div className="template-history">
      <ol className="template-versions" aria-label={texts.history.versions}>
        {versions.map(({ version, name, savedAt }) => (
          <li key={version}>
            <button type="button" aria-pressed={version === shown} onClick={() => setChosen(version)}>
              <time dateTime={new Date(savedAt).toISOString()}>{shortMoment(savedAt)}</time>
              <span className="muted">{version === newest ? texts.history.now(name) : name}</span>
            </button>
          </li>
        ))}
      </ol>
      <div className="template-version">
        <VersionFrame
          key={shown}
          title={texts.history.version(shown)}
          question={queries.version(id, shown)}
        />
        {restoring.message === "" ? null : <Notice status="failed">{restoring.message}</Notice>}
        <div className="actions">
          <span className="muted">
            {newest === shown ? texts.history.isNewest : texts.history.newestStays}
          </span>
          <Button
            variant="primary"
            disabled={newest === shown}
            aria-disabled={restoring.running}
            onClick={() => restoring.run(shown)}
          >
            {texts.history.restore}
          </Button>
        </div>
      </div>
    </div>
  );
}
