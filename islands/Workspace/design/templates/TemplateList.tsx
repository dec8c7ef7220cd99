import { type KeyboardEvent, memo, type ReactNode, useDeferredValue, useId, useRef, useState } from "react";
import { byName } from "../../../../contract/byName.ts";
import { foldedText } from "../../../../contract/foldedText.ts";
import type { TemplateFolder, TemplateSummary } from "../../../../contract/schemas/template.ts";
import { templateTexts } from "../../../../contract/texts/workspace/design/templates.ts";
import { queries } from "../../../_data/queries.ts";
import { useSetting } from "../../../_data/setting.ts";
import { type Loaded, useLoad } from "../../../_data/useLoad.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Button } from "../../../_parts/Button.tsx";
import { FailedState } from "../../../_parts/FailedState.tsx";
import { LineSelect } from "../../../_parts/fields/LineSelect.tsx";
import { useFocusHome } from "../../../_parts/lostFocus.ts";
import { neighbour } from "../../../_parts/neighbour.ts";
import { SkeletonRows } from "../../../_parts/SkeletonRows.tsx";
import { useCommand } from "../../shell/commands.ts";
import { useWorkspace } from "../../shell/WorkspaceContext.ts";
import { TemplateFolders } from "./folders/TemplateFolders.tsx";
import { lastUsedFirst } from "./lastUsed.ts";
import { type TemplateActions, TemplateItem } from "./TemplateItem.tsx";

type Shown = { openId: string | undefined; actions: TemplateActions };

/** My Templates and Public Templates, the newest first. Another order can be chosen and is remembered. */
export const TemplateList = memo(function TemplateList(shown: Shown) {
  const texts = useTexts(templateTexts);
  const [remembered, remember] = useSetting("templateOrder");
  const order = orders.find((one) => one === remembered) ?? "newest";
  const [typed, setTyped] = useState("");
  const wanted = useDeferredValue(typed);
  const [chosen, setChosen] = useState("");
  useCommand("openTemplateFolder", setChosen);
  const listed = useListed({ wanted, chosen, order });
  const { templates, own, shared } = listed;
  const found = (own.value?.length ?? 0) + (shared.value?.length ?? 0);
  return (
    <aside className="template-list" aria-label={texts.list.title}>
      <div className="template-tools">
        <input
          type="search"
          className="input"
          aria-label={texts.list.search}
          placeholder={texts.list.search}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <LineSelect
          label={texts.list.order}
          value={order}
          options={orders.map((value) => ({ value, text: texts.list.orders[value] }))}
          onChange={(next) => remember(next === "newest" ? "" : next)}
        />
      </div>
      <p role="status" className="visually-hidden">
        {wanted.trim() === "" ? "" : texts.list.found(found)}
      </p>
      {templates.state === "failed" ? <FailedState what={texts.list.title} loaded={templates} /> : null}
      <Groups
        listed={listed}
        wanted={wanted}
        onShow={setChosen}
        onShowAll={() => setTyped("")}
        shown={shown}
      />
    </aside>
  );
});

type Listed = ReturnType<typeof useListed>;

/** Both lists in their order, narrowed by the search and, unless there is one, by the chosen folder. */
function useListed({ wanted, chosen, order }: { wanted: string; chosen: string; order: Order }) {
  const templates = useLoad(queries.templates());
  const publicTemplates = useLoad(queries.publicTemplates());
  const folders = useLoad(queries.templateFolders());
  // A folder that was deleted elsewhere is no longer shown.
  const folderId = folders.value?.some(({ _id }) => _id === chosen) ? chosen : "";
  // A search covers all folders.
  const isWhole = folderId === "" || wanted.trim() !== "";
  const inFolder = isWhole ? templates : inside(templates, folderId);
  return {
    templates,
    folders,
    folderId,
    isWhole,
    own: inOrder(matching(inFolder, wanted), order),
    shared: inOrder(matching(publicTemplates, wanted), order),
  };
}

type GroupsProps = {
  listed: Listed;
  wanted: string;
  onShow: (folderId: string) => void;
  onShowAll: () => void;
  shown: Shown;
};

function Groups({ listed, wanted, onShow, onShowAll, shown }: GroupsProps) {
  const texts = useTexts(templateTexts);
  const { templates, folders, folderId, isWhole, own, shared } = listed;
  if (templates.state === "failed" && templates.value === undefined) return null;
  // The same rows stand for everything until all of it is loaded, since a longer first list would move the others.
  if (templates.state === "loading" || folders.state === "loading") return <SkeletonRows rows={6} />;
  const words = wanted.trim();
  if (words !== "" && own.value?.length === 0 && shared.value?.length === 0)
    return <NoneFound words={words} onAll={onShowAll} />;
  const noOwn = isWhole ? texts.list.noOwn : texts.folders.empty;
  return (
    <>
      <TemplateGroup
        title={texts.list.own}
        loaded={own}
        none={wanted === "" ? noOwn : texts.list.noneFound}
        names={isWhole ? namesOf(folders.value) : noNames}
        folders={
          templates.value === undefined || folders.value === undefined ? null : (
            <TemplateFolders
              folders={folders.value}
              templates={templates.value}
              shown={folderId}
              onShow={onShow}
            />
          )
        }
        {...shown}
      />
      <TemplateGroup
        title={texts.list.public}
        loaded={shared}
        none={wanted === "" ? texts.list.noPublic : texts.list.noneFound}
        names={noNames}
        {...shown}
      />
    </>
  );
}

function NoneFound({ words, onAll }: { words: string; onAll: () => void }) {
  const texts = useTexts(templateTexts).list;
  const place = useRef<HTMLDivElement>(null);
  const showAll = () => {
    // The button goes, and the next word is typed where the last one was.
    place.current?.closest(".template-list")?.querySelector("input")?.focus();
    onAll();
  };
  return (
    <div ref={place} className="none-found">
      <p>{texts.nowhere(words)}</p>
      <Button onClick={showAll}>{texts.showAll}</Button>
    </div>
  );
}

function inOrder(loaded: Loaded<TemplateSummary[]>, order: Order): Loaded<TemplateSummary[]> {
  return { ...loaded, value: loaded.value?.toSorted(compared[order]) };
}

/** The names of folders by their ids, where a list shows those of several. */
type FolderNames = ReadonlyMap<string, string>;
const noNames: FolderNames = new Map();

function namesOf(folders: readonly TemplateFolder[] | undefined): FolderNames {
  return new Map(folders?.map(({ _id, name }) => [_id, name]));
}

function inside(loaded: Loaded<TemplateSummary[]>, folderId: string): Loaded<TemplateSummary[]> {
  return { ...loaded, value: loaded.value?.filter((template) => template.folderId === folderId) };
}

const orders = ["newest", "used", "changed", "name"] as const;
type Order = (typeof orders)[number];
const compared: Record<Order, (one: TemplateSummary, other: TemplateSummary) => number> = {
  newest: (one, other) => other.createdAt - one.createdAt || other._id.localeCompare(one._id),
  used: lastUsedFirst,
  changed: (one, other) => other.updatedAt - one.updatedAt,
  name: byName,
};

function matching(loaded: Loaded<TemplateSummary[]>, wanted: string): Loaded<TemplateSummary[]> {
  const words = foldedText(wanted.trim());
  return { ...loaded, value: loaded.value?.filter(({ name }) => foldedText(name).includes(words)) };
}

function TemplateGroup({
  title,
  loaded,
  none,
  names,
  folders = null,
  openId,
  actions,
}: Shown & {
  title: string;
  loaded: Loaded<TemplateSummary[]>;
  none: string;
  names: FolderNames;
  folders?: ReactNode;
}) {
  const titleId = useId();
  const isAdmin = useWorkspace().person.role === "admin";
  const heading = useFocusHome<HTMLHeadingElement>(loaded.value?.length, true);
  return (
    <section className="template-group" aria-labelledby={titleId}>
      <h3 ref={heading} id={titleId} tabIndex={-1}>
        {title}
      </h3>
      {folders}
      {loaded.value?.length === 0 ? <p className="muted">{none}</p> : null}
      <ul className="template-items" onKeyDown={moveAlong}>
        {(loaded.value ?? []).map((template) => (
          <TemplateItem
            key={template._id}
            template={template}
            folder={names.get(template.folderId ?? "")}
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
  if (from === null) return;
  const next = neighbour(
    event.key,
    [...event.currentTarget.querySelectorAll<HTMLElement>(".template-open")],
    from,
  );
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}
