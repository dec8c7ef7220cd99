import { Refusal } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";
import type { Image } from "../../contract/schemas/image.ts";
import { createImageStore, type ImageSummary } from "../../db/stores/images.ts";
import type { Core } from "../core.ts";
import { pictureFacts } from "../design/pictureFacts.ts";

const bounds = limits.design.images;
const types = { png: "image/png", jpg: "image/jpeg", gif: "image/gif", webp: "image/webp" } as const;

export type ImageService = ReturnType<typeof createImageService>;

/**
 * Pictures for mails. They are kept as they came: browsers make wide ones smaller before they upload them, which
 * needs no image decoder on the server, where a hostile file could do harm.
 */
export function createImageService(core: Core) {
  const store = createImageStore(core.database);
  const base = core.settings.publicUrl ?? "";
  const answer = ({ id, fileName, type: _type, ...row }: ImageSummary): Image => ({
    _id: id,
    url: `${base}/images/${fileName}`,
    ...row,
  });
  return {
    async list(ownerId: string): Promise<Image[]> {
      return (await store.newestFirst({ ownerId, countMax: bounds.perUser })).map(answer);
    },

    /** @throws {Refusal} bad_request when it is no such picture or too large, conflict when no more fit. */
    async add(ownerId: string, file: File): Promise<Image> {
      if (file.size > bounds.bytesMax) throw new Refusal("bad_request", "A picture may weigh at most 5 MB");
      const bytes = new Uint8Array(await file.arrayBuffer());
      const facts = pictureFacts(bytes);
      if (facts === null) throw new Refusal("bad_request", "Please choose a PNG, JPEG, GIF or WebP picture");
      const { extension, width, height } = facts;
      if (Math.max(width, height) > bounds.sidePixelsMax)
        throw new Refusal("bad_request", "A picture may be at most 6000 pixels wide and high");
      const used = await store.used(ownerId);
      if (used.count >= bounds.perUser || used.bytes + bytes.length > bounds.perUserBytes)
        throw new Refusal("conflict", "No more pictures fit. Delete some that you no longer need first.");
      const secret = crypto.getRandomValues(new Uint8Array(bounds.addressBytes));
      const row = {
        id: core.newId(),
        fileName: `${Buffer.from(secret).toString("hex")}.${extension}`,
        name: readableName(file.name),
        type: types[extension],
        ...{ bytes: bytes.length, width, height },
        createdAt: core.clock.now(),
      };
      await store.add({ ...row, ownerId, content: Buffer.from(bytes).toString("base64") });
      return answer(row);
    },

    /** @throws {Refusal} not_found. */
    async remove(key: { ownerId: string; id: string }): Promise<void> {
      if (!(await store.remove(key))) throw new Refusal("not_found", "There is no such picture");
    },

    /** What stands at a public address; null for nothing. */
    async file(fileName: string): Promise<{ type: string; bytes: Uint8Array<ArrayBuffer> } | null> {
      const row = await store.byFileName(fileName);
      return row === null
        ? null
        : { type: row.type, bytes: new Uint8Array(Buffer.from(row.content, "base64")) };
    },
  };
}

function readableName(name: string): string {
  const readable = name.replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, "").trim();
  return readable.slice(0, bounds.nameCharactersMax) || "Picture";
}
