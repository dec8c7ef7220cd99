import { useState } from "react";
import type { Template } from "../../../contract/schemas/template.ts";
import type { Loaded } from "../../_data/useLoad.ts";
import { Badge } from "../../_parts/Badge.tsx";
import { Button } from "../../_parts/Button.tsx";
import { FailedState } from "../../_parts/FailedState.tsx";
import { Icon } from "../../_parts/Icon.tsx";
import { SkeletonRows } from "../../_parts/SkeletonRows.tsx";
import { useWorkspace } from "../shell/WorkspaceContext.ts";

type ListActions = {
  openId: string | undefined;
  onOpen: (template: Template) => void;
  onDelete: (template: Template) => void;
};

/** My Templates and Public Templates, which can be folded away to leave the room to the editor. */
export function TemplateList(actions: ListActions) {
  const { templates, publicTemplates } = useWorkspace();
  const [folded, setFolded] = useState(false);
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
      <div hidden={folded}>
        <TemplateGroup title="My Templates" loaded={templates} none="None yet." {...actions} />
        <TemplateGroup
          title="Public Templates"
          loaded={publicTemplates}
          none="Nobody has shared one."
          {...actions}
        />
      </div>
    </aside>
  );
}

function TemplateGroup({
  title,
  loaded,
  none,
  ...actions
}: ListActions & { title: string; loaded: Loaded<Template[]>; none: string }) {
  return (
    <section className="template-group">
      <h3>{title}</h3>
      {loaded.state === "failed" ? <FailedState what={title} loaded={loaded} /> : null}
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

function TemplateItem({ template, openId, onOpen, onDelete }: ListActions & { template: Template }) {
  const { person } = useWorkspace();
  return (
    <li data-open={template._id === openId}>
      <button
        type="button"
        className="template-open"
        aria-current={template._id === openId ? "true" : undefined}
        onClick={() => onOpen(template)}
      >
        <span title={template.name}>{template.name}</span>
        {person.role === "admin" ? (
          <Badge {...(template.html === "" ? {} : { status: "sent" as const })}>
            {template.html === "" ? "No HTML" : "HTML"}
          </Badge>
        ) : null}
      </button>
      <Button variant="quiet" aria-label={`Delete ${template.name}`} onClick={() => onDelete(template)}>
        Delete
      </Button>
    </li>
  );
}
