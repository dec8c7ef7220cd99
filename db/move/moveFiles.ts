import { createHash } from "node:crypto";
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import type { WorkspaceId } from "../../contract/identity/scope.ts";
import { InstallationFault } from "../../contract/installation/InstallationFault.ts";
import { remark } from "../../contract/installation/remark.ts";
import { importLimits } from "../../contract/limits/imports.ts";
import type { Connection } from "../postgres/connection.ts";

export type FileToMove = { id: string; workspaceId: WorkspaceId; path: string };

/** Puts files into the database as `storedFiles` keeps them, a piece at a time, and reads each back. */
export async function moveFiles(connection: Connection, files: readonly FileToMove[]): Promise<void> {
  for (const file of files) {
    const sent = createHash("sha256");
    const bytes = await copy(connection, file, (piece) => sent.update(piece));
    await connection.query(
      `INSERT INTO "storedFiles" (id, "workspaceId", bytes, "isWhole", "touchedAt") VALUES ($1, $2, $3, true, $4)`,
      [file.id, file.workspaceId, bytes, Date.now()],
    );
    const found = await digestOf(connection, file.id);
    if (found !== sent.digest("hex"))
      throw new InstallationFault(remark("fileNotMoved", { path: file.path }));
  }
}

async function copy(
  connection: Connection,
  { id, workspaceId, path }: FileToMove,
  onPiece: (piece: Buffer) => void,
): Promise<number> {
  const file = openSync(path, "r");
  try {
    const { size } = fstatSync(file);
    let bytes = 0;
    for (let position = 0; bytes < size; position += 1) {
      const piece = Buffer.alloc(Math.min(importLimits.pieceBytes, size - bytes));
      const read = readSync(file, piece);
      if (read === 0) throw new InstallationFault(remark("fileShortened", { path }));
      const content = piece.subarray(0, read);
      onPiece(content);
      bytes += read;
      await connection.query(
        `INSERT INTO "filePieces" ("fileId", position, "workspaceId", content) VALUES ($1, $2, $3, $4)`,
        [id, position, workspaceId, content],
      );
    }
    return bytes;
  } finally {
    closeSync(file);
  }
}

async function digestOf(connection: Connection, fileId: string): Promise<string> {
  const hash = createHash("sha256");
  for (let position = 0; ; position += 1) {
    const { rows } = await connection.query<{ content: Buffer }>(
      'SELECT content FROM "filePieces" WHERE "fileId" = $1 AND position = $2',
      [fileId, position],
    );
    const [piece] = rows;
    if (piece === undefined) return hash.digest("hex");
    hash.update(piece.content);
  }
}
