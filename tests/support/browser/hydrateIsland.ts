import { environmentManager } from "@tanstack/react-query";
import { Window } from "happy-dom";
import { act, createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { Texts } from "../../../contract/texts/language.ts";
import { TextsContext } from "../../../islands/_data/useTexts.ts";
import { Island, IslandContext, type IslandRegistry } from "../../../pages/Island.tsx";
import { loadRegistry } from "../../../server/build/loadRegistry.ts";

/** An island that lives in a window of its own; close it, or its globals leak into the next test. */
export type HydratedIsland = {
  window: Window;
  document: Document;
  /** The marked element around the island. */
  marker: HTMLElement;
  /** The island's HTML as the server sent it. */
  serverHtml: string;
  /** Runs clicks, typing or waiting until React has settled. */
  act(change: () => unknown): Promise<void>;
  close(): Promise<void>;
};

/** What React and an island read from the global object. Fetch and its like stay Bun's own: servers need them. */
const borrowed = [
  "window",
  "document",
  "navigator",
  "location",
  "history",
  "localStorage",
  "sessionStorage",
  "matchMedia",
  "getComputedStyle",
  "requestAnimationFrame",
  "cancelAnimationFrame",
  "HTMLElement",
  "Element",
  "Node",
  "ShadowRoot",
  "MutationObserver",
  "ResizeObserver",
  "IntersectionObserver",
  "DOMParser",
  "CSSStyleSheet",
] as const;

/**
 * Hydrates an island from the HTML that the server would send, in a scoped happy-dom `Window` (the global registrator
 * breaks `Bun.serve` in the same process). Throws when React complains while hydrating, because then the server and
 * the browser disagree about the first render. `prepare` runs before hydration: fill local storage there.
 */
export async function hydrateIsland({
  name,
  props = {},
  url = "http://localhost:8000/",
  registry,
  texts,
  prepare,
}: {
  name: string;
  props?: Record<string, unknown>;
  url?: string;
  registry?: IslandRegistry;
  /** Another language than English. */
  texts?: Texts | undefined;
  prepare?: (window: Window) => void;
}): Promise<HydratedIsland> {
  const found = registry ?? (await loadRegistry());
  const islands = texts === undefined ? found : speaking(found, texts);
  const page = createElement(Island, { name, props });
  const serverHtml = renderToStaticMarkup(
    createElement(IslandContext, { value: { registry: islands, held: [] } }, page),
  );

  const window = new Window({ url, settings: { disableErrorCapturing: true } });
  const restore = lend(window);
  // Not known to happy-dom; without it a select counts as changed before the script came, and keeps no default.
  Object.defineProperty(window.HTMLSelectElement.prototype, "size", { value: 0, configurable: true });
  submitIntoNoFrame(window);
  prepare?.(window);
  const document = window.document as unknown as Document;
  document.body.innerHTML = serverHtml;
  const component = islands.get(name)?.component;
  const marker = document.querySelector<HTMLElement>("[data-island]");
  if (component === undefined || marker === null) throw new Error(`There is no island ${name}`);

  // The library of queries looked for one when the server's part of the test was loaded, and found none.
  environmentManager.setIsServer(() => false);
  // React looks for a window when it is first loaded, so it is loaded only now.
  const { hydrate } = await import("../../../islands/_runtime/hydrate.ts");
  const heard = listenForErrors();
  const roots = await act(async () => hydrate(name, component));
  const complaints = heard.stop();

  async function close() {
    await act(async () => {
      for (const root of roots) root.unmount();
    });
    await window.happyDOM.close();
    restore();
  }
  if (complaints.length > 0) {
    await close();
    throw new Error(`Hydrating ${name} was not quiet:\n${complaints.join("\n")}`);
  }
  return {
    window,
    document,
    marker,
    serverHtml,
    act: (change) => act(async () => void (await change())),
    close,
  };
}

/** happy-dom leads the whole window where a form is meant for a frame in it: a mail's preview took the workspace's place. */
function submitIntoNoFrame({ HTMLFormElement }: Window): void {
  const { submit } = HTMLFormElement.prototype;
  HTMLFormElement.prototype.submit = function () {
    if (this.target === "") submit.call(this);
  };
}

/** The same islands in another language. */
function speaking(islands: IslandRegistry, texts: Texts): IslandRegistry {
  return new Map(
    [...islands].map(([name, { component, props }]) => [
      name,
      {
        props,
        component: (given: object) =>
          createElement(TextsContext, { value: texts }, createElement(component, given)),
      },
    ]),
  );
}

function lend(window: Window): () => void {
  const global = globalThis as Record<string, unknown>;
  const source = window as unknown as Record<string, unknown>;
  const before = new Map<string, PropertyDescriptor | undefined>();
  for (const name of [...borrowed, "IS_REACT_ACT_ENVIRONMENT"]) {
    before.set(name, Object.getOwnPropertyDescriptor(globalThis, name));
    const value = name === "IS_REACT_ACT_ENVIRONMENT" ? true : name === "window" ? window : source[name];
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
  return () => {
    for (const [name, descriptor] of before) {
      if (descriptor === undefined) delete global[name];
      else Object.defineProperty(globalThis, name, descriptor);
    }
  };
}

function listenForErrors(): { stop(): string[] } {
  const complaints: string[] = [];
  const real = console.error;
  console.error = (...parts: unknown[]) => {
    complaints.push(parts.map(String).join(" "));
  };
  return {
    stop() {
      console.error = real;
      return complaints;
    },
  };
}
