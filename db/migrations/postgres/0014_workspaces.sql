CREATE TABLE "workspaceMembers" (
	"workspaceId" text NOT NULL,
	"userId" text NOT NULL,
	"role" text NOT NULL,
	"createdAt" bigint NOT NULL,
	CONSTRAINT "workspaceMembers_workspaceId_userId_pk" PRIMARY KEY("workspaceId","userId")
);
--> statement-breakpoint
CREATE TABLE "workspaces" (
	"workspaceId" text PRIMARY KEY NOT NULL,
	"createdAt" bigint NOT NULL
);
--> statement-breakpoint
-- Everybody who is here owns a workspace, which has their id.
INSERT INTO "workspaces" ("workspaceId", "createdAt") SELECT "id", "createdAt" FROM "users";
--> statement-breakpoint
INSERT INTO "workspaceMembers" ("workspaceId", "userId", "role", "createdAt") SELECT "id", "id", 'owner', "createdAt" FROM "users";
--> statement-breakpoint
CREATE INDEX "workspace_members_user" ON "workspaceMembers" USING btree ("userId");
--> statement-breakpoint
CREATE UNIQUE INDEX "workspace_members_owner" ON "workspaceMembers" USING btree ("workspaceId") WHERE "role" = 'owner';
--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "workspaceId" text;
--> statement-breakpoint
-- Those of a collection that is gone are nobody's.
DELETE FROM "memberships" WHERE "collectionId" NOT IN (SELECT "id" FROM "collections");
--> statement-breakpoint
UPDATE "memberships" SET "workspaceId" = (SELECT "collections"."workspaceId" FROM "collections" WHERE "collections"."id" = "memberships"."collectionId");
--> statement-breakpoint
DROP INDEX "memberships_lead";
--> statement-breakpoint
ALTER TABLE "memberships" DROP CONSTRAINT "memberships_collectionId_leadId_pk";
--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_workspaceId_collectionId_leadId_pk" PRIMARY KEY("workspaceId","collectionId","leadId");
--> statement-breakpoint
CREATE INDEX "memberships_lead" ON "memberships" USING btree ("workspaceId","leadId","collectionId");
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "workspaceId" text;
--> statement-breakpoint
UPDATE "sessions" SET "workspaceId" = "userId";
--> statement-breakpoint
ALTER TABLE "sessions" ALTER COLUMN "workspaceId" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "usage" ADD COLUMN "workspaceId" text;
--> statement-breakpoint
-- What an account used that is gone is nobody's.
DELETE FROM "usage" WHERE "credentialId" NOT IN (SELECT "id" FROM "credentials");
--> statement-breakpoint
UPDATE "usage" SET "workspaceId" = (SELECT "credentials"."workspaceId" FROM "credentials" WHERE "credentials"."id" = "usage"."credentialId");
--> statement-breakpoint
ALTER TABLE "usage" ALTER COLUMN "workspaceId" SET NOT NULL;
--> statement-breakpoint
DROP INDEX "import_changes_owner";
--> statement-breakpoint
CREATE INDEX "import_changes_owner" ON "importChanges" USING btree ("workspaceId","importId","position");
