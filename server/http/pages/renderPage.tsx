import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { type Language, type Texts, textsIn } from "../../../contract/texts/language.ts";
import { titleTexts } from "../../../contract/texts/pages/titles.ts";
import { TextsContext } from "../../../islands/_data/useTexts.ts";
import { IslandContext, type IslandRegistry, type IslandScope } from "../../../pages/Island.tsx";
import { PictureContext } from "../../../pages/Picture.tsx";
import type { PageRoute } from "../../../pages/routes.ts";
import { isFramed } from "../../../pages/shell/BesideWork.tsx";
import { Document } from "../../../pages/shell/Document.tsx";
import { Layout } from "../../../pages/shell/Layout.tsx";
import { languageFor } from "../../../pages/shell/language.ts";
import type { SiteFacts } from "../../../pages/shell/siteFacts.ts";
import type { View } from "../../../pages/shell/view.ts";
import type { Asset } from "../../build/asset.ts";
import { pageFiles } from "./pageFiles.ts";

/** A page of `pages/routes.ts`, or one without an address of its own: no search engine is to list that. */
export type RenderedPage = Omit<PageRoute, "access"> & { access?: PageRoute["access"] };

/** Renders a page to a whole HTML document. */
export type RenderPage = (page: RenderedPage, view: View) => string;

/**
 * Makes the renderer out of what does not change while the server runs. The body comes first and notes the islands
 * it holds; then the head can link their bundles and no others.
 */
export function createRenderer({
  assets,
  registry,
  facts,
  textsOf = textsIn,
  languageOf = languageFor,
}: {
  assets: readonly Asset[];
  registry: IslandRegistry;
  facts: SiteFacts;
  /** What every language says. */
  textsOf?: (language: Language) => Texts;
  /** In which one a page is read. */
  languageOf?: (view: View) => Language;
}): RenderPage {
  const filesOf = pageFiles(assets);
  const pictures = new Map(
    assets.filter(({ role }) => role === "picture").map(({ of, path }) => [of, path] as const),
  );
  return (page, view) => {
    const language = languageOf(view);
    const texts = textsOf(language);
    const { title, description } = page.about(texts(titleTexts));
    const scope: IslandScope = { registry, held: [] };
    const body = renderToStaticMarkup(
      <TextsContext value={texts}>
        <IslandContext value={scope}>
          <PictureContext value={pictures}>
            <Layout view={view} facts={facts}>
              {createElement(page.component, { view, facts })}
            </Layout>
          </PictureContext>
        </IslandContext>
      </TextsContext>,
    );
    const document = (
      <Document
        language={language}
        title={title}
        description={description}
        canonical={isListed(page) ? facts.publicUrl + view.path : undefined}
        publicUrl={facts.publicUrl}
        socialPicture={pictures.get("social")}
        theme={view.theme}
        signedIn={view.viewer !== undefined}
        files={filesOf({
          held: scope.held,
          display: page.access === "everyone" && isListed(page),
          framed: isFramed(view),
        })}
        body={body}
      />
    );
    return `<!doctype html>${renderToStaticMarkup(<TextsContext value={texts}>{document}</TextsContext>)}`;
  };
}

/** What a search engine may show: pages for visitors, except those that only lead on to another. */
function isListed({ access, unlisted }: RenderedPage): boolean {
  return (access === "everyone" || access === "signedOut") && unlisted !== true;
}
