import { memo, useEffect, useId, useState } from "react";
import type { TemplateSummary } from "../../../contract/schemas/template.ts";
import type { Loaded } from "../../_data/useLoad.ts";
import { Button } from "../../_parts/Button.tsx";
import { FailedState } from "../../_parts/FailedState.tsx";
import { Icon } from "../../_parts/Icon.tsx";
import { SkeletonRows } from "../../_parts/SkeletonRows.tsx";
import { useWorkspace } from "../shell/WorkspaceContext.ts";
import { type TemplateActions, TemplateItem } from "./TemplateItem.tsx";

/** My Templates and Public Templates, which can be folded away to leave the room to the editor. */
export const TemplateList = memo(function TemplateList({
  session,
  ...actions
}: TemplateActions & { session: number | undefined }) {
  const { templates, publicTemplates } = useWorkspace();
  const [folded, setFolded] = useState(false);
  useEffect(() => {
    // Where it would leave the editor too little room, the list makes way for what was opened.
    if (session !== undefined && window.matchMedia("(width < 1240px)").matches) setFolded(true);
  }, [session]);
  const [wanted, setWanted] = useState("");
  const own = matching(templates, wanted);
  const shared = matching(publicTemplates, wanted);
  const found = (own.value?.length ?? 0) + (shared.value?.length ?? 0);
  return (
    <aside className="template-list" aria-label="Templates" data-folded={folded}>
      <Button
        variant="quiet"
        className="template-fold"
        aria-expanded={!folded}
        onClick={() => setFolded(!folded)}
      >
        <Icon size={16} path={folded ? "M9 5l7 7-7 7" : "M15 5l-7 7 7 7"} />
        {folded ? "Show the templates" : "Hide the templates"}
      </Button>
      <div className="template-lists" hidden={folded}>
        <input
          type="search"
          className="input"
          aria-label="Search templates"
          placeholder="Search templates"
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
        />
        <p role="status" className="visually-hidden">
          {wanted.trim() === "" ? "" : `${found} found`}
        </p>
        {templates.state === "failed" ? <FailedState what="Templates" loaded={templates} /> : null}
        <TemplateGroup
          title="My Templates"
          loaded={own}
          none={
            wanted === ""
              ? "None yet. Begin with a new one, or save a public one as your own."
              : "None found."
          }
          {...actions}
        />
        <TemplateGroup
          title="Public Templates"
          loaded={shared}
          none={wanted === "" ? "Nobody has shared one." : "None found."}
          {...actions}
        />
      </div>
    </aside>
  );
});

function matching(loaded: Loaded<TemplateSummary[]>, wanted: string): Loaded<TemplateSummary[]> {
  const words = wanted.trim().toLowerCase();
  return { ...loaded, value: loaded.value?.filter(({ name }) => name.toLowerCase().includes(words)) };
}

function TemplateGroup({
  title,
  loaded,
  none,
  ...actions
}: TemplateActions & { title: string; loaded: Loaded<TemplateSummary[]>; none: string }) {
  const titleId = useId();
  return (
    <section className="template-group" aria-labelledby={titleId}>
      <h3 id={titleId}>{title}</h3>
      {loaded.state === "loading" ? <SkeletonRows rows={3} /> : null}
      {loaded.value?.length === 0 ? <p className="muted">{none}</p> : null}
      <ul className="template-items">
        {(loaded.value ?? []).map((template) => (
          <TemplateItem key={template._id} template={template} {...actions} />
        ))}
      </ul>
    </section>
  );
}
