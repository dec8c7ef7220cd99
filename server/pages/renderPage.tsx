import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { IslandContext, type IslandRegistry, type IslandScope } from "../../pages/Island.tsx";
import type { PageRoute } from "../../pages/routes.ts";
import { Document } from "../../pages/shell/Document.tsx";
import { Layout } from "../../pages/shell/Layout.tsx";
import type { View } from "../../pages/shell/view.ts";
import type { Asset } from "../build/asset.ts";
import { pageFiles } from "./pageFiles.ts";

/** Renders a page to a whole HTML document. */
export type RenderPage = (page: Omit<PageRoute, "access">, view: View) => string;

/**
 * Makes the renderer out of what does not change while the server runs. The body comes first and notes the islands
 * it holds; then the head can link their bundles and no others.
 */
export function createRenderer({
  assets,
  registry,
}: {
  assets: readonly Asset[];
  registry: IslandRegistry;
}): RenderPage {
  const filesOf = pageFiles(assets);
  return ({ component, title, description }, view) => {
    const scope: IslandScope = { registry, held: [] };
    const body = renderToStaticMarkup(
      <IslandContext value={scope}>
        <Layout view={view}>{createElement(component, { view })}</Layout>
      </IslandContext>,
    );
    const files = filesOf(scope.held);
    const document = (
      <Document title={title} description={description} theme={view.theme} files={files} body={body} />
    );
    return `<!doctype html>${renderToStaticMarkup(document)}`;
  };
}
