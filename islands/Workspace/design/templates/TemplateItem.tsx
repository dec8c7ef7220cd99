import { memo } from "react";
import type { TemplateSummary } from "../../../../contract/schemas/template.ts";
import { type TemplateTexts, templateTexts } from "../../../../contract/texts/workspace/design/templates.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Badge } from "../../../_parts/Badge.tsx";
import { Button } from "../../../_parts/Button.tsx";
import { dots, Icon } from "../../../_parts/Icon.tsx";
import { Menu, type MenuItem } from "../../../_parts/Menu.tsx";
import { carry } from "./folders/carriedTemplate.ts";
import { TemplateThumb } from "./TemplateThumb.tsx";

export type TemplateActions = {
  onOpen: (template: TemplateSummary) => void;
  onDelete: (template: TemplateSummary) => void;
  onRename: (template: TemplateSummary) => void;
  onMove: (template: TemplateSummary) => void;
  onDuplicate: (template: TemplateSummary) => void;
  onHistory: (template: TemplateSummary) => void;
  onPublish: (template: TemplateSummary) => void;
};

/** One template in its list: a small picture, its name and its actions. Rendered again only when it changes. */
export const TemplateItem = memo(function TemplateItem({
  template,
  folder,
  isOpen,
  isAdmin,
  actions,
}: {
  template: TemplateSummary;
  /** The name of its folder, if that is not obvious. */
  folder?: string | undefined;
  isOpen: boolean;
  isAdmin: boolean;
  actions: TemplateActions;
}) {
  const texts = useTexts(templateTexts);
  const { name } = template;
  return (
    <li data-open={isOpen} draggable={!template.public} onDragStart={(event) => carry(event, template)}>
      <button
        type="button"
        className="template-open"
        data-template={template._id}
        aria-current={isOpen ? "true" : undefined}
        onClick={() => actions.onOpen(template)}
      >
        <TemplateThumb template={template} />
        <span className="template-said">
          <span className="template-name" title={name}>
            {name}
          </span>
          {folder === undefined ? null : <span className="template-folder">{folder}</span>}
          {isAdmin ? (
            <Badge {...(template.hasHtml ? { status: "sent" as const } : {})}>
              {template.hasHtml ? texts.item.html : texts.item.noHtml}
            </Badge>
          ) : null}
        </span>
      </button>
      <div className="template-actions">
        <Button
          variant="quiet"
          shape="icon"
          aria-label={texts.item.deleteNamed(name)}
          // Both lists show Delete to everybody, though not everybody may (specification, section 2).
          title={template.public && !isAdmin ? texts.item.deleteNever : texts.item.delete}
          onClick={() => actions.onDelete(template)}
        >
          <Icon size={16} path="M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5" />
        </Button>
        <Menu
          variant="quiet"
          shape="icon"
          aria-label={texts.item.moreFor(name)}
          items={itemsFor({ template, isAdmin, actions }, texts)}
        >
          <Icon size={16} path={dots} />
        </Menu>
      </div>
    </li>
  );
});

type Asked = {
  template: TemplateSummary;
  isAdmin: boolean;
  actions: TemplateActions;
};

function itemsFor({ template, isAdmin, actions }: Asked, texts: TemplateTexts): MenuItem[] {
  const copy = {
    key: "duplicate",
    label: texts.item.duplicate,
    onSelect: () => actions.onDuplicate(template),
  };
  // Public templates can be changed by administrators only; only Delete is offered to everybody.
  if (template.public && !isAdmin) return [copy];
  const items: MenuItem[] = [
    { key: "rename", label: texts.dialogs.rename, onSelect: () => actions.onRename(template) },
    copy,
    ...(template.public
      ? []
      : [{ key: "move", label: texts.dialogs.move, onSelect: () => actions.onMove(template) }]),
    { key: "history", label: texts.dialogs.history, onSelect: () => actions.onHistory(template) },
  ];
  const label = template.public ? texts.item.unshare : texts.item.share;
  return isAdmin ? [...items, { key: "publish", label, onSelect: () => actions.onPublish(template) }] : items;
}
