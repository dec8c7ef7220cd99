import { laterStyles } from "./laterStyles.ts";

const coming = new Map<string, Promise<void>>();

/**
 * Loads a part that is shown later together with its stylesheets, `NN-name.later.css`, so that it is never seen
 * undressed: `later(() => withStyles("composing", () => import("./Composer.tsx")))`.
 */
export async function withStyles<Part>(
  names: string | readonly string[],
  load: () => Promise<Part>,
): Promise<Part> {
  const [part] = await Promise.all([load(), ...[names].flat().map(sheet)]);
  return part;
}

function sheet(name: string): Promise<void> {
  const path = laterStyles[name];
  // From source, outside of a bundle, there is none.
  if (path === undefined) return Promise.resolve();
  const known = coming.get(name) ?? link(name, path);
  coming.set(name, known);
  return known;
}

function link(name: string, path: string): Promise<void> {
  return new Promise((resolve) => {
    const element = document.createElement("link");
    element.rel = "stylesheet";
    element.href = path;
    element.onload = () => resolve();
    // Without its looks it still works; the next part that wants them tries again.
    element.onerror = () => {
      coming.delete(name);
      element.remove();
      resolve();
    };
    document.head.append(element);
  });
}
