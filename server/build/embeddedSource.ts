import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Asset, encodings } from "./asset.ts";
import { islandFolders } from "./islandFolders.ts";
import { licenceTexts } from "./licenceTexts.ts";

type Embedding = {
  assets: readonly Asset[];
  /** Where the contents of assets are put for the build. */
  assetsFolder: string;
  /** The islands, the product's own by default. */
  islands?: string;
  /** How the module says where such a file is: an import, and the expression that stands for it. */
  fileAt(path: string, index: number): { imported?: string; expression: string };
};

/** Writes the assets to a folder and answers the module that takes the place of `embedded.ts` in a build. */
export function embeddedSource({ assets, assetsFolder, islands, fileAt }: Embedding): string {
  mkdirSync(assetsFolder, { recursive: true });
  const imports: string[] = [];
  let count = 0;

  function embed(name: string, bytes: Uint8Array): string {
    const path = join(assetsFolder, name);
    writeFileSync(path, bytes);
    const { imported, expression } = fileAt(path, count++);
    if (imported !== undefined) imports.push(imported);
    return expression;
  }

  const entries = assets.map(({ bytes, encoded, ...described }) => {
    const name = described.path.slice(1).replaceAll("/", "-");
    const file = embed(name, bytes);
    const pressed = encodings.flatMap((encoding) => {
      const body = encoded[encoding];
      return body === undefined ? [] : [`${encoding}: ${embed(`${name}.${encoding}`, body)}`];
    });
    return `{ ...${JSON.stringify(described)}, file: ${file}, encodedFiles: { ${pressed.join(", ")} } }`;
  });
  const modules = islandFolders(islands).map(({ name, path }, index) => {
    imports.push(`import island${index} from ${JSON.stringify(join(path, "index.tsx"))};`);
    imports.push(`import { props as props${index} } from ${JSON.stringify(join(path, "props.ts"))};`);
    return `${name}: { component: island${index}, props: props${index} }`;
  });
  const licences = embed("licences.txt", Buffer.from(licenceTexts()));
  return `${imports.join("\n")}
export const embedded = { assets: [${entries.join(",\n")}], islands: { ${modules.join(", ")} }, licences: ${licences} };
`;
}
