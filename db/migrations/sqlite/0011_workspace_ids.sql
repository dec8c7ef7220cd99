-- What a person owned belongs to a workspace now; their own has their id, so what is stored stays as it is.
ALTER TABLE `campaignContents` RENAME COLUMN `ownerId` TO `workspaceId`;
--> statement-breakpoint
ALTER TABLE `campaignCounts` RENAME COLUMN `ownerId` TO `workspaceId`;
--> statement-breakpoint
ALTER TABLE `campaigns` RENAME COLUMN `ownerId` TO `workspaceId`;
--> statement-breakpoint
ALTER TABLE `clicks` RENAME COLUMN `ownerId` TO `workspaceId`;
--> statement-breakpoint
ALTER TABLE `collections` RENAME COLUMN `ownerId` TO `workspaceId`;
--> statement-breakpoint
ALTER TABLE `credentials` RENAME COLUMN `ownerId` TO `workspaceId`;
--> statement-breakpoint
ALTER TABLE `deletedLeads` RENAME COLUMN `ownerId` TO `workspaceId`;
--> statement-breakpoint
ALTER TABLE `deletedMemberships` RENAME COLUMN `ownerId` TO `workspaceId`;
--> statement-breakpoint
ALTER TABLE `deletedTemplates` RENAME COLUMN `ownerId` TO `workspaceId`;
--> statement-breakpoint
ALTER TABLE `deliveries` RENAME COLUMN `ownerId` TO `workspaceId`;
--> statement-breakpoint
ALTER TABLE `images` RENAME COLUMN `ownerId` TO `workspaceId`;
--> statement-breakpoint
ALTER TABLE `importChanges` RENAME COLUMN `ownerId` TO `workspaceId`;
--> statement-breakpoint
ALTER TABLE `imports` RENAME COLUMN `ownerId` TO `workspaceId`;
--> statement-breakpoint
ALTER TABLE `knownDevices` RENAME COLUMN `ownerId` TO `userId`;
--> statement-breakpoint
ALTER TABLE `leadCounts` RENAME COLUMN `ownerId` TO `workspaceId`;
--> statement-breakpoint
ALTER TABLE `leads` RENAME COLUMN `ownerId` TO `workspaceId`;
--> statement-breakpoint
ALTER TABLE `links` RENAME COLUMN `ownerId` TO `workspaceId`;
--> statement-breakpoint
ALTER TABLE `oauthStates` RENAME COLUMN `ownerId` TO `workspaceId`;
--> statement-breakpoint
ALTER TABLE `preferences` RENAME COLUMN `ownerId` TO `workspaceId`;
--> statement-breakpoint
ALTER TABLE `sandboxMails` RENAME COLUMN `ownerId` TO `workspaceId`;
--> statement-breakpoint
ALTER TABLE `savedRows` RENAME COLUMN `ownerId` TO `workspaceId`;
--> statement-breakpoint
ALTER TABLE `suppressions` RENAME COLUMN `ownerId` TO `workspaceId`;
--> statement-breakpoint
ALTER TABLE `templateVersions` RENAME COLUMN `ownerId` TO `workspaceId`;
--> statement-breakpoint
ALTER TABLE `templates` RENAME COLUMN `ownerId` TO `workspaceId`;
