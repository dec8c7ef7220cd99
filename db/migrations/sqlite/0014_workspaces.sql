CREATE TABLE `workspaceMembers` (
	`workspaceId` text NOT NULL,
	`userId` text NOT NULL,
	`role` text NOT NULL,
	`createdAt` integer NOT NULL,
	PRIMARY KEY(`workspaceId`, `userId`)
);
--> statement-breakpoint
CREATE INDEX `workspace_members_user` ON `workspaceMembers` (`userId`);--> statement-breakpoint
CREATE UNIQUE INDEX `workspace_members_owner` ON `workspaceMembers` (`workspaceId`) WHERE "role" = 'owner';--> statement-breakpoint
CREATE TABLE `workspaces` (
	`workspaceId` text PRIMARY KEY NOT NULL,
	`createdAt` integer NOT NULL
);
--> statement-breakpoint
-- A row of memberships is its key, so it is kept once and not beside it. Those of a collection that is gone are nobody's.
CREATE TABLE `__new_memberships` (
	`workspaceId` text NOT NULL,
	`collectionId` text NOT NULL,
	`leadId` text NOT NULL,
	PRIMARY KEY(`workspaceId`, `collectionId`, `leadId`)
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `__new_memberships` (`workspaceId`, `collectionId`, `leadId`) SELECT `collections`.`workspaceId`, `collectionId`, `leadId` FROM `memberships` JOIN `collections` ON `collections`.`id` = `collectionId`;
--> statement-breakpoint
DROP TABLE `memberships`;
--> statement-breakpoint
ALTER TABLE `__new_memberships` RENAME TO `memberships`;
--> statement-breakpoint
CREATE INDEX `memberships_lead` ON `memberships` (`workspaceId`,`leadId`,`collectionId`);
--> statement-breakpoint
-- The triggers went with the table.
CREATE TRIGGER "memberships_counted" AFTER INSERT ON "memberships" BEGIN
    UPDATE "collections" SET "leadCount" = "leadCount" + 1 WHERE "id" = NEW."collectionId"; END;
--> statement-breakpoint
CREATE TRIGGER "memberships_uncounted" AFTER DELETE ON "memberships" BEGIN
    UPDATE "collections" SET "leadCount" = "leadCount" - 1 WHERE "id" = OLD."collectionId"; END;
--> statement-breakpoint
-- SQLite adds no column that must have a value without one for the rows that there are. Every insert names it.
ALTER TABLE `sessions` ADD `workspaceId` text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE `usage` ADD `workspaceId` text DEFAULT '' NOT NULL;
--> statement-breakpoint
-- Everybody who is here owns a workspace, which has their id.
INSERT INTO "workspaces" ("workspaceId", "createdAt") SELECT "id", "createdAt" FROM "users";
--> statement-breakpoint
INSERT INTO "workspaceMembers" ("workspaceId", "userId", "role", "createdAt") SELECT "id", "id", 'owner', "createdAt" FROM "users";
--> statement-breakpoint
UPDATE "sessions" SET "workspaceId" = "userId";
--> statement-breakpoint
-- What an account used that is gone is nobody's.
DELETE FROM "usage" WHERE "credentialId" NOT IN (SELECT "id" FROM "credentials");
--> statement-breakpoint
UPDATE "usage" SET "workspaceId" = (SELECT "credentials"."workspaceId" FROM "credentials" WHERE "credentials"."id" = "usage"."credentialId");
--> statement-breakpoint
DROP INDEX "import_changes_owner";
--> statement-breakpoint
CREATE INDEX `import_changes_owner` ON `importChanges` (`workspaceId`,`importId`,`position`);
