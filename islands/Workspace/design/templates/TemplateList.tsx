import { type KeyboardEvent, memo, useDeferredValue, useEffect, useId, useState } from "react";
import type { TemplateSummary } from "../../../../contract/schemas/template.ts";
import { templateTexts } from "../../../../contract/texts/workspace/design/templates.ts";
import { queries } from "../../../_data/queries.ts";
import { useSetting } from "../../../_data/setting.ts";
import { type Loaded, useLoad } from "../../../_data/useLoad.ts";
import { useMedia } from "../../../_data/useMedia.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Button } from "../../../_parts/Button.tsx";
import { FailedState } from "../../../_parts/FailedState.tsx";
import { Icon } from "../../../_parts/Icon.tsx";
import { neighbour } from "../../../_parts/neighbour.ts";
import { SkeletonRows } from "../../../_parts/SkeletonRows.tsx";
import { useWorkspace } from "../../shell/WorkspaceContext.ts";
import { type TemplateActions, TemplateItem } from "./TemplateItem.tsx";

type Shown = { openId: string | undefined; actions: TemplateActions };

/**
 * My Templates and Public Templates, which can be folded away to leave the room to the editor. That is remembered;
 * where it would leave the editor too little room, it makes way for what was opened instead.
 */
export const TemplateList = memo(function TemplateList({
  session,
  ...shown
}: Shown & { session: number | undefined }) {
  const texts = useTexts(templateTexts);
  const templates = useLoad(queries.templates());
  const publicTemplates = useLoad(queries.publicTemplates());
  const isAbove = useMedia("(width < 1240px)");
  const [remembered, remember] = useSetting("templateList");
  const [madeWay, setMadeWay] = useState(false);
  const folded = isAbove ? madeWay : remembered === "folded";
  useEffect(() => setMadeWay(session !== undefined), [session]);
  const [typed, setTyped] = useState("");
  const wanted = useDeferredValue(typed);
  const own = matching(templates, wanted);
  const shared = matching(publicTemplates, wanted);
  const found = (own.value?.length ?? 0) + (shared.value?.length ?? 0);
  return (
    <aside className="template-list" aria-label={texts.list.title} data-folded={folded}>
      <Button
        variant="quiet"
        className="template-fold"
        aria-expanded={!folded}
        onClick={() => (isAbove ? setMadeWay(!folded) : remember(folded ? "" : "folded"))}
      >
        <Icon size={16} path={folded ? "M9 5l7 7-7 7" : "M15 5l-7 7 7 7"} />
        {folded ? texts.list.show : texts.list.hide}
      </Button>
      <div className="template-lists" hidden={folded}>
        <input
          type="search"
          className="input"
          aria-label={texts.list.search}
          placeholder={texts.list.search}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <p role="status" className="visually-hidden">
          {wanted.trim() === "" ? "" : texts.list.found(found)}
        </p>
        {templates.state === "failed" ? <FailedState what={texts.list.title} loaded={templates} /> : null}
        <TemplateGroup
          title={texts.list.own}
          loaded={own}
          none={wanted === "" ? texts.list.noOwn : texts.list.noneFound}
          {...shown}
        />
        <TemplateGroup
          title={texts.list.public}
          loaded={shared}
          none={wanted === "" ? texts.list.noPublic : texts.list.noneFound}
          {...shown}
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
  openId,
  actions,
}: Shown & { title: string; loaded: Loaded<TemplateSummary[]>; none: string }) {
  const titleId = useId();
  const isAdmin = useWorkspace().person.role === "admin";
  return (
    <section className="template-group" aria-labelledby={titleId}>
      <h3 id={titleId}>{title}</h3>
      {loaded.state === "loading" ? <SkeletonRows rows={3} /> : null}
      {loaded.value?.length === 0 ? <p className="muted">{none}</p> : null}
      <ul className="template-items" onKeyDown={moveAlong}>
        {(loaded.value ?? []).map((template) => (
          <TemplateItem
            key={template._id}
            template={template}
            isOpen={template._id === openId}
            isAdmin={isAdmin}
            actions={actions}
          />
        ))}
      </ul>
    </section>
  );
}

/** Arrows, Home and End lead from template to template, past what else each of them offers. */
function moveAlong(event: KeyboardEvent<HTMLUListElement>): void {
  const from = event.target instanceof Element ? event.target.closest<HTMLElement>(".template-open") : null;
  if (from === null || event.key === "ArrowLeft" || event.key === "ArrowRight") return;
  const next = neighbour(
    event.key,
    [...event.currentTarget.querySelectorAll<HTMLElement>(".template-open")],
    from,
  );
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}
