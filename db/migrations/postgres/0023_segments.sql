CREATE TABLE "segments" (
	"id" text PRIMARY KEY NOT NULL,
	"workspaceId" text NOT NULL,
	"name" text NOT NULL,
	"question" jsonb NOT NULL,
	"createdAt" bigint NOT NULL,
	"updatedAt" bigint NOT NULL,
	"deletedAt" bigint
);
--> statement-breakpoint
CREATE UNIQUE INDEX "segments_name" ON "segments" USING btree ("workspaceId",lower("name")) WHERE "segments"."deletedAt" is null;--> statement-breakpoint
CREATE INDEX "segments_owner" ON "segments" USING btree ("workspaceId");