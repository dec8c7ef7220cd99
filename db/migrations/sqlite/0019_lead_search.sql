-- The index of three neighbouring letters that searches of leads go by. A lead with a number stands in it under that number as it is; one without is looked at itself.
ALTER TABLE `leads` ADD `searchNumber` integer;
--> statement-breakpoint
CREATE UNIQUE INDEX `leads_search_number` ON `leads` (`searchNumber`) WHERE `searchNumber` IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `leads_unsearched` ON `leads` (`workspaceId`) WHERE `searchNumber` IS NULL;
--> statement-breakpoint
-- The numbers of a workspace's leads begin at its own, shifted by 32 bits. `changes` is another one whenever what is indexed was changed.
CREATE TABLE `searchSpaces` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workspaceId` text NOT NULL,
	`lastNumber` integer NOT NULL,
	`changes` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `search_spaces_workspace` ON `searchSpaces` (`workspaceId`);
--> statement-breakpoint
CREATE VIRTUAL TABLE `leadSearch` USING fts5(`text`, tokenize = 'trigram case_sensitive 1', content = '', contentless_delete = 1);
--> statement-breakpoint
-- Its parts are merged a little at a time by whoever fills it: left to itself it would do so in a commit that somebody waits for.
INSERT INTO `leadSearch` (`leadSearch`, `rank`) VALUES ('automerge', 0);
--> statement-breakpoint
INSERT INTO `leadSearch` (`leadSearch`, `rank`) VALUES ('crisismerge', 1999);
--> statement-breakpoint
CREATE TRIGGER `leads_search_changed` AFTER UPDATE OF `searchText` ON `leads` WHEN old.`searchNumber` IS NOT NULL AND new.`searchText` <> old.`searchText` BEGIN
	DELETE FROM `leadSearch` WHERE `rowid` = old.`searchNumber`;
	UPDATE `searchSpaces` SET `changes` = `changes` + 1 WHERE `number` = old.`searchNumber` >> 32;
	UPDATE `leads` SET `searchNumber` = NULL WHERE `id` = new.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `leads_search_removed` AFTER DELETE ON `leads` WHEN old.`searchNumber` IS NOT NULL BEGIN
	DELETE FROM `leadSearch` WHERE `rowid` = old.`searchNumber`;
	UPDATE `searchSpaces` SET `changes` = `changes` + 1 WHERE `number` = old.`searchNumber` >> 32;
END;
--> statement-breakpoint
CREATE TRIGGER `search_spaces_removed` AFTER DELETE ON `leadCounts` BEGIN
	DELETE FROM `searchSpaces` WHERE `workspaceId` = old.`workspaceId`;
END;
