import type { PlannedScope } from "../../contract/identity/scope.ts";
import { importLimits } from "../../contract/limits/imports.ts";
import { refused } from "../../contract/refused.ts";
import type { ImportStore } from "../../db/stores/imports/imports.ts";
import type { Core } from "../core/core.ts";
import { uploadAllowance, wholeMegabytes } from "../core/uploadAllowance.ts";
import type { ImportFiles } from "./thread/importFiles.ts";

type Parts = { core: Core; store: ImportStore; files: ImportFiles };

type UploadReservation = {
  /** How much space the upload may take. */
  bytesMax: number;
  /** The upload is complete: the oldest files whose import was not started are deleted to make room for it. */
  makeWay(): Promise<void>;
  release(): Promise<void>;
};

/** The disk space for uploaded files of one workspace, including uploads in progress. */
export function createUploadQuota({ core, store, files }: Parts) {
  return {
    /**
     * Reserves space for a file of `bytes`, or of at most `bytesMax` if its length is unknown.
     * @throws {Refusal} too_large when it never fits, conflict while others of the same workspace leave too little.
     */
    async take(
      scope: PlannedScope & { id: string },
      file: { bytes: number | null; bytesMax: number },
    ): Promise<UploadReservation> {
      const { workspaceId, id } = scope;
      const allowance = uploadAllowance(core, scope, "imports");
      const most = Math.min(file.bytesMax, allowance.bytesMax);
      const wanted = Math.min(file.bytes ?? most, file.bytesMax);
      const quota = { megabytes: wholeMegabytes(allowance.bytesMax), plan: allowance.plan };
      if (wanted > most) throw refused("file_over_room", quota);
      const underWay = await store.keptFiles(workspaceId, ["running"]);
      const taken = await files.bytesOf(workspaceId, underWay);
      await files.reserve({ workspaceId, id, bytes: wanted }, (reserved) => {
        if (taken + reserved + wanted > allowance.bytesMax) throw refused("import_room_taken", quota);
      });
      return {
        bytesMax: wanted,
        async makeWay() {
          const waiting = await store.keptFiles(workspaceId, ["read"]);
          const isTooMuch = async () =>
            waiting.length >= importLimits.waitingFilesMax ||
            (await files.bytesOf(workspaceId, [...underWay, ...waiting, id])) > allowance.bytesMax;
          while (waiting.length > 0 && (await isTooMuch())) {
            const oldest = { workspaceId, id: waiting.shift() ?? "" };
            if (await store.remove(oldest, ["read"])) await files.removeAll(oldest);
          }
        },
        release: () => files.release({ workspaceId, id }),
      };
    },
  };
}
