import { type ComponentType, createElement, type ReactNode, useEffect } from "react";
import { hydrateRoot, type Root } from "react-dom/client";

/**
 * Hydrates every marker of one island on the page. Each island's bundle calls it once, with its own component;
 * the marker (`pages/Island.tsx`) carries the props the server rendered with. A hydrated marker gets
 * `data-hydrated`, which tests wait for. Answers the roots in the order of their markers. What is `held` is only named,
 * so that the bundler puts it into files that several islands share (`server/build/sharedFiles.ts`).
 */
export function hydrate<Props extends object>(
  name: string,
  component: ComponentType<Props>,
  _held: readonly unknown[] = [],
): Root[] {
  return Array.from(document.querySelectorAll<HTMLElement>(`[data-island="${name}"]`), (marker) => {
    // The same JSON the server parsed before rendering, so both sides see equal props.
    const props: Props = JSON.parse(marker.dataset.props ?? "{}");
    const island = createElement(component, props);
    return hydrateRoot(marker, createElement(Hydrated, { marker, island }), {
      // useId counts per root; without the prefix two islands on a page would share their ids.
      identifierPrefix: marker.dataset.prefix ?? "",
      onRecoverableError(error) {
        console.error(`Hydration of ${name} did not match the server`, error);
      },
    });
  });
}

/** Adds no element of its own, so the tree stays the server's; its effect runs once React is in charge. */
function Hydrated({ marker, island }: { marker: HTMLElement; island: ReactNode }) {
  useEffect(() => {
    marker.dataset.hydrated = "";
  }, [marker]);
  return island;
}
