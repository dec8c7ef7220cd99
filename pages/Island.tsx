import { type ComponentType, createContext, createElement, useContext } from "react";
import { renderToString } from "react-dom/server";
import { TextsContext } from "../islands/_data/useTexts.ts";

/** What the server knows of one folder under `islands/`. */
export type IslandModule = {
  /** Islands share no props type; the schema beside each stands in for it. */
  component: ComponentType<object>;
  props: { parse(value: unknown): unknown };
};

/** Every island by its folder's name. */
export type IslandRegistry = ReadonlyMap<string, IslandModule>;

/** One page's render: where islands are found, and the names of those the page turned out to hold, in order. */
export type IslandScope = { registry: IslandRegistry; held: string[] };

export const IslandContext = createContext<IslandScope | undefined>(undefined);

/**
 * An island on a page: its HTML inside a marked element that `islands/_runtime/hydrate.ts` finds in the browser.
 * Throws when no folder has that name or when the props do not fit its schema.
 */
export function Island<Props extends object = Record<string, unknown>>({
  name,
  props,
}: {
  name: string;
  props: Props;
}) {
  const scope = useContext(IslandContext);
  const texts = useContext(TextsContext);
  if (scope === undefined) throw new Error(`<Island name="${name}"> stands outside of a page render`);
  const island = scope.registry.get(name);
  if (island === undefined) throw new Error(`There is no folder islands/${name}`);

  const prefix = `i${scope.held.length}-`;
  scope.held.push(name);
  // Only what the schema names crosses the wire, and the server renders from the same JSON the browser will read:
  // a date or an undefined would otherwise differ between the two.
  const wire = JSON.stringify(island.props.parse(props));
  const seen: object = JSON.parse(wire);
  const html = renderToString(
    createElement(TextsContext, { value: texts }, createElement(island.component, seen)),
    { identifierPrefix: prefix },
  );
  return (
    <div
      data-island={name}
      data-props={wire}
      data-prefix={prefix}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: React made this HTML one line above and escaped it.
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
