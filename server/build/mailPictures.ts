import { resolve } from "node:path";
import { type Asset, compress } from "./asset.ts";

const folder = resolve(import.meta.dir, "../../pages/emailAssets");

/** The icons that blocks of a mail show, under the names by which the exporters ask for them. */
export async function buildMailPictures(): Promise<Asset[]> {
  const files = [...new Bun.Glob("**/*.png").scanSync({ cwd: folder })].sort();
  return Promise.all(
    files.map(async (file) => {
      const name = file.replaceAll("\\", "/");
      const bytes = await Bun.file(resolve(folder, file)).bytes();
      const path = `/email-assets/${name}`;
      return compress({ path, type: "image/png", role: "mail", of: name, bytes, imports: [] }, "quick");
    }),
  );
}
