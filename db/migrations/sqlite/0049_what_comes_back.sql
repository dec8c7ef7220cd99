ALTER TABLE `leadCounts` ADD `keeps` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `leadCounts` ADD `keepsUntil` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `transactionalCalls` ADD `ttlSeconds` integer;--> statement-breakpoint
CREATE INDEX `import_changes_lead` ON `importChanges` (`workspaceId`,`leadId`);--> statement-breakpoint
-- Whoever deleted leads a moment ago still has the ten minutes to undo it.
UPDATE `leadCounts` SET `keeps` = `count` + (SELECT count(*) FROM `deletedLeads` WHERE `deletedLeads`.`workspaceId` = `leadCounts`.`workspaceId`),
  `keepsUntil` = (SELECT max(`deletedAt`) + 600000 FROM `deletedLeads` WHERE `deletedLeads`.`workspaceId` = `leadCounts`.`workspaceId`)
  WHERE `workspaceId` IN (SELECT `workspaceId` FROM `deletedLeads`);
