import { Refusal } from "../../contract/errors.ts";
import type { PlannedScope, Scope } from "../../contract/identity/scope.ts";
import { designLimits } from "../../contract/limits/design.ts";
import { refused } from "../../contract/refused.ts";
import type { Image, ImageUse } from "../../contract/schemas/image.ts";
import {
  createImageStore,
  type ImageSummary,
  type ImageUse as StoredUse,
} from "../../db/stores/templates/images.ts";
import type { Core } from "../core/core.ts";
import { uploadAllowance, wholeMegabytes } from "../core/uploadAllowance.ts";
import type { UploadedFile } from "../http/uploadedFile.ts";
import { withoutNotes } from "./jpegParts.ts";
import { pictureFacts } from "./pictureFacts.ts";
import { isWholePicture } from "./wholePicture.ts";

type Key = Scope & { id: string };
const { images: bounds, undoMs } = designLimits;
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
    /** What the gallery shows: without those that are deleted and can be brought back. */
    async room(scope: PlannedScope): Promise<ImageUse> {
      const { bytesMax } = uploadAllowance(core, scope, "pictures");
      return { ...(await store.roomTakenBy(scope.workspaceId)), countMax: bounds.perUser, bytesMax };
    },

    async list({ workspaceId }: Scope): Promise<Image[]> {
      return (await store.newestFirst({ workspaceId, countMax: bounds.perUser })).map(answer);
    },

    /** @throws {Refusal} bad_request when it is no such picture or too large, conflict or plan_limit when no more fit. */
    async add(scope: PlannedScope, { name, bytes: given }: UploadedFile): Promise<Image> {
      if (given.length > bounds.bytesMax) throw refused("picture_too_heavy");
      const facts = pictureFacts(given);
      if (facts === null) throw refused("picture_type_unknown");
      if (!isWholePicture(given, facts.extension)) throw refused("picture_cut_off");
      const bytes = facts.extension === "jpg" ? withoutNotes(given) : given;
      const { extension, width, height } = facts;
      if (Math.max(width, height) > bounds.sidePixelsMax) throw refused("picture_too_wide");
      const secret = crypto.getRandomValues(new Uint8Array(bounds.addressBytes));
      const row = {
        id: core.newId(),
        fileName: `${Buffer.from(secret).toString("hex")}.${extension}`,
        name: readableName(name),
        alt: "",
        type: types[extension],
        bytes: bytes.length,
        width,
        height,
        createdAt: core.clock.now(),
      };
      const content = Buffer.from(bytes).toString("base64");
      const { workspaceId } = scope;
      const kept = { ...row, workspaceId, content, deletedAt: null };
      const refuseTooMany = refusalFor(core, scope);
      await store.add(kept, refuseTooMany).catch(async (error: unknown) => {
        if (!(error instanceof Refusal)) throw error;
        // Perhaps what was deleted a moment ago still takes the room.
        await store.forget({ until: core.clock.now(), workspaceId });
        await store.add(kept, refuseTooMany);
      });
      return answer(row);
    },

    /** Keeps what it shows, for the next mail that it stands in. @throws {Refusal} not_found. */
    async describe(key: Key, alt: string): Promise<void> {
      if (!(await store.describe(key, alt))) throw noSuchPicture();
    },

    /** It can be brought back for a few minutes; until then mails show none. @throws {Refusal} not_found. */
    async remove(key: Key): Promise<void> {
      if (!(await store.remove(key, core.clock.now()))) throw noSuchPicture();
    },

    /** @throws {Refusal} not_found when it was too long ago or undone already, conflict or plan_limit as `add`. */
    async restore(scope: PlannedScope, id: string): Promise<Image> {
      const key = { workspaceId: scope.workspaceId, id, after: core.clock.now() - undoMs };
      const row = await store.restore(key, refusalFor(core, scope));
      if (row === null) throw refused("undo_too_late");
      return answer(row);
    },

    forgetOld: (): Promise<void> => store.forget({ until: core.clock.now() - undoMs }),

    /** What stands at a public address; null for nothing. */
    async file(fileName: string): Promise<{ type: string; bytes: Uint8Array<ArrayBuffer> } | null> {
      const row = await store.byFileName(fileName);
      return row === null
        ? null
        : { type: row.type, bytes: new Uint8Array(Buffer.from(row.content, "base64")) };
    },
  };
}

/** Deleted ones take room until they are forgotten, so that a disk is no larger than it is. */
function refusalFor(core: Core, scope: PlannedScope): (use: StoredUse) => void {
  return ({ count, bytes }) => {
    if (count > bounds.perUser) throw refused("pictures_too_many", { max: bounds.perUser });
    const { bytesMax, plan } = uploadAllowance(core, scope, "pictures");
    if (bytes <= bytesMax) return;
    const megabytes = wholeMegabytes(bytesMax);
    throw plan === null
      ? refused("pictures_too_heavy", { megabytes })
      : refused("pictures_over_plan", { megabytes, plan });
  };
}

function noSuchPicture(): Refusal {
  return refused("picture_not_found");
}

/** The file's own: no folders, and nothing that cannot be seen or turns the direction of reading around. */
function readableName(name: string): string {
  const own = name.slice(Math.max(name.lastIndexOf("/"), name.lastIndexOf("\\")) + 1);
  const readable = own.replaceAll(/[\u0000-\u001f\u007f-\u009f]|\p{Bidi_Control}/gu, "").trim();
  return readable.slice(0, bounds.nameCharactersMax) || "Picture";
}
