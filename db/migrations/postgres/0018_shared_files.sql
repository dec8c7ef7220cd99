CREATE TABLE "filePieces" (
	"fileId" text NOT NULL,
	"position" bigint NOT NULL,
	"workspaceId" text NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "filePieces_fileId_position_pk" PRIMARY KEY("fileId","position")
);
--> statement-breakpoint
CREATE TABLE "storedFiles" (
	"id" text PRIMARY KEY NOT NULL,
	"workspaceId" text NOT NULL,
	"bytes" bigint NOT NULL,
	"isWhole" boolean NOT NULL,
	"touchedAt" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "file_pieces_owner" ON "filePieces" USING btree ("workspaceId","fileId");--> statement-breakpoint
CREATE INDEX "stored_files_owner" ON "storedFiles" USING btree ("workspaceId","id");--> statement-breakpoint
-- Workbooks come packed, and everything is read once or twice: packing it anew would only cost time.
ALTER TABLE "filePieces" ALTER COLUMN "content" SET STORAGE EXTERNAL;
