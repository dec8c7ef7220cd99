CREATE TABLE `campaigns` (
	`id` text PRIMARY KEY NOT NULL,
	`ownerId` text NOT NULL,
	`credentialId` text NOT NULL,
	`provider` text NOT NULL,
	`fromAlias` text NOT NULL,
	`fromEmail` text NOT NULL,
	`subject` text NOT NULL,
	`html` text NOT NULL,
	`state` text NOT NULL,
	`pausedBy` text,
	`pausedReason` text,
	`trackOpens` integer NOT NULL,
	`trackClicks` integer DEFAULT false NOT NULL,
	`requestKey` text NOT NULL,
	`total` integer NOT NULL,
	`createdAt` integer NOT NULL,
	`finishedAt` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `campaigns_owner_request` ON `campaigns` (`ownerId`,`requestKey`);--> statement-breakpoint
CREATE INDEX `campaigns_owner` ON `campaigns` (`ownerId`,`id`);--> statement-breakpoint
CREATE INDEX `campaigns_state` ON `campaigns` (`state`);--> statement-breakpoint
CREATE TABLE `clicks` (
	`deliveryId` text NOT NULL,
	`linkId` text NOT NULL,
	`ownerId` text NOT NULL,
	`firstAt` integer,
	`lastAt` integer,
	`seenAt` integer NOT NULL,
	`clicks` integer NOT NULL,
	`machineClicks` integer NOT NULL,
	PRIMARY KEY(`deliveryId`, `linkId`)
);
--> statement-breakpoint
CREATE INDEX `clicks_owner` ON `clicks` (`ownerId`,`linkId`,`deliveryId`);--> statement-breakpoint
CREATE TABLE `collections` (
	`id` text PRIMARY KEY NOT NULL,
	`ownerId` text NOT NULL,
	`name` text NOT NULL,
	`createdAt` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `collections_owner_name` ON `collections` (`ownerId`,`name`);--> statement-breakpoint
CREATE TABLE `credentials` (
	`id` text PRIMARY KEY NOT NULL,
	`ownerId` text NOT NULL,
	`provider` text NOT NULL,
	`appEmail` text NOT NULL,
	`alias` text NOT NULL,
	`type` text NOT NULL,
	`secret` text,
	`googleSubject` text,
	`host` text,
	`port` integer,
	`security` text,
	`user` text,
	`perDay` integer,
	`perMinute` integer,
	`gapMs` integer NOT NULL,
	`rampPerDay` integer,
	`rampStartedAt` integer,
	`paused` integer NOT NULL,
	`pausedReason` text,
	`pausedUntil` integer,
	`createdAt` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `credentials_owner_email` ON `credentials` (`ownerId`,`provider`,`type`,`appEmail`);--> statement-breakpoint
CREATE TABLE `deletedLeads` (
	`deletionId` text NOT NULL,
	`deletedAt` integer NOT NULL,
	`id` text NOT NULL,
	`ownerId` text NOT NULL,
	`firstName` text NOT NULL,
	`lastName` text NOT NULL,
	`email` text NOT NULL,
	`phone` text NOT NULL,
	`searchText` text NOT NULL,
	`emailHash` text NOT NULL,
	`optout` integer NOT NULL,
	`emailCount` integer NOT NULL,
	`openedCount` integer NOT NULL,
	`createdAt` integer NOT NULL,
	`updatedAt` integer NOT NULL,
	PRIMARY KEY(`deletionId`, `id`)
);
--> statement-breakpoint
CREATE INDEX `deleted_leads_time` ON `deletedLeads` (`deletedAt`);--> statement-breakpoint
CREATE TABLE `deletedMemberships` (
	`deletionId` text NOT NULL,
	`deletedAt` integer NOT NULL,
	`ownerId` text NOT NULL,
	`leadId` text NOT NULL,
	`collectionId` text NOT NULL,
	PRIMARY KEY(`deletionId`, `leadId`, `collectionId`)
);
--> statement-breakpoint
CREATE INDEX `deleted_memberships_time` ON `deletedMemberships` (`deletedAt`);--> statement-breakpoint
CREATE TABLE `deletedTemplates` (
	`deletionId` text PRIMARY KEY NOT NULL,
	`deletedAt` integer NOT NULL,
	`deletedBy` text NOT NULL,
	`id` text NOT NULL,
	`ownerId` text NOT NULL,
	`name` text NOT NULL,
	`design` text,
	`html` text NOT NULL,
	`hasHtml` integer NOT NULL,
	`version` integer NOT NULL,
	`public` integer NOT NULL,
	`createdAt` integer NOT NULL,
	`updatedAt` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `deleted_templates_time` ON `deletedTemplates` (`deletedAt`);--> statement-breakpoint
CREATE TABLE `deliveries` (
	`id` text PRIMARY KEY NOT NULL,
	`campaignId` text NOT NULL,
	`ownerId` text NOT NULL,
	`leadId` text NOT NULL,
	`email` text NOT NULL,
	`state` text NOT NULL,
	`reason` text,
	`attempts` integer NOT NULL,
	`dueAt` integer NOT NULL,
	`firstTriedAt` integer,
	`sentAt` integer,
	`openedAt` integer,
	`machineOpenedAt` integer,
	`clickedAt` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `deliveries_campaign_lead` ON `deliveries` (`campaignId`,`leadId`);--> statement-breakpoint
CREATE INDEX `deliveries_campaign_state` ON `deliveries` (`campaignId`,`state`,`dueAt`);--> statement-breakpoint
CREATE INDEX `deliveries_opened` ON `deliveries` (`campaignId`) WHERE "deliveries"."openedAt" is not null;--> statement-breakpoint
CREATE INDEX `deliveries_machine_opened` ON `deliveries` (`campaignId`) WHERE "deliveries"."machineOpenedAt" is not null;--> statement-breakpoint
CREATE INDEX `deliveries_clicked` ON `deliveries` (`campaignId`) WHERE "deliveries"."clickedAt" is not null;--> statement-breakpoint
CREATE INDEX `deliveries_clicked_lead` ON `deliveries` (`ownerId`,`leadId`) WHERE "deliveries"."clickedAt" is not null;--> statement-breakpoint
CREATE TABLE `images` (
	`id` text PRIMARY KEY NOT NULL,
	`ownerId` text NOT NULL,
	`fileName` text NOT NULL,
	`name` text NOT NULL,
	`alt` text NOT NULL,
	`type` text NOT NULL,
	`bytes` integer NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`createdAt` integer NOT NULL,
	`content` text NOT NULL,
	`deletedAt` integer
);
--> statement-breakpoint
CREATE INDEX `images_owner` ON `images` (`ownerId`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `images_file` ON `images` (`fileName`);--> statement-breakpoint
CREATE TABLE `importChanges` (
	`importId` text NOT NULL,
	`position` integer NOT NULL,
	`ownerId` text NOT NULL,
	`leadId` text NOT NULL,
	`joined` integer NOT NULL,
	`firstName` text NOT NULL,
	`lastName` text NOT NULL,
	`phone` text NOT NULL,
	`searchText` text NOT NULL,
	`wrote` text NOT NULL,
	PRIMARY KEY(`importId`, `position`)
);
--> statement-breakpoint
CREATE INDEX `import_changes_owner` ON `importChanges` (`ownerId`,`importId`);--> statement-breakpoint
CREATE TABLE `imports` (
	`id` text PRIMARY KEY NOT NULL,
	`ownerId` text NOT NULL,
	`name` text NOT NULL,
	`state` text NOT NULL,
	`createdAt` integer NOT NULL,
	`startedAt` integer,
	`undoUntil` integer,
	`idPrefix` text NOT NULL,
	`collectionId` text,
	`madeCollection` integer NOT NULL,
	`staged` integer NOT NULL,
	`written` integer NOT NULL,
	`added` integer NOT NULL,
	`updated` integer NOT NULL,
	`skipped` integer NOT NULL,
	`optedOut` integer NOT NULL,
	`rejected` integer NOT NULL,
	`fault` text,
	`rowCount` integer NOT NULL,
	`reading` text,
	`choice` text,
	`rejects` text
);
--> statement-breakpoint
CREATE INDEX `imports_owner` ON `imports` (`ownerId`,`id`);--> statement-breakpoint
CREATE INDEX `imports_state` ON `imports` (`state`,`createdAt`);--> statement-breakpoint
CREATE TABLE `leadCounts` (
	`ownerId` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `leads` (
	`id` text PRIMARY KEY NOT NULL,
	`ownerId` text NOT NULL,
	`firstName` text NOT NULL,
	`lastName` text NOT NULL,
	`email` text NOT NULL,
	`phone` text NOT NULL,
	`searchText` text NOT NULL,
	`emailHash` text NOT NULL,
	`optout` integer NOT NULL,
	`emailCount` integer NOT NULL,
	`openedCount` integer NOT NULL,
	`createdAt` integer NOT NULL,
	`updatedAt` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `leads_owner_email` ON `leads` (`ownerId`,`email`);--> statement-breakpoint
CREATE INDEX `leads_owner_id` ON `leads` (`ownerId`,`id`);--> statement-breakpoint
CREATE INDEX `leads_owner_search` ON `leads` (`ownerId`,`searchText`,`id`);--> statement-breakpoint
CREATE INDEX `leads_owner_last_name` ON `leads` (`ownerId`,lower("lastName"),`id`);--> statement-breakpoint
CREATE INDEX `leads_owner_phone` ON `leads` (`ownerId`,`phone`,`id`);--> statement-breakpoint
CREATE INDEX `leads_owner_optout` ON `leads` (`ownerId`,`optout`,`id`);--> statement-breakpoint
CREATE INDEX `leads_owner_sent` ON `leads` (`ownerId`,`emailCount`,`id`);--> statement-breakpoint
CREATE INDEX `leads_owner_opened` ON `leads` (`ownerId`,`openedCount`,`id`);--> statement-breakpoint
CREATE TABLE `links` (
	`id` text PRIMARY KEY NOT NULL,
	`campaignId` text NOT NULL,
	`ownerId` text NOT NULL,
	`position` integer NOT NULL,
	`url` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `links_campaign` ON `links` (`campaignId`,`position`);--> statement-breakpoint
CREATE TABLE `memberships` (
	`collectionId` text NOT NULL,
	`leadId` text NOT NULL,
	PRIMARY KEY(`collectionId`, `leadId`)
);
--> statement-breakpoint
CREATE INDEX `memberships_lead` ON `memberships` (`leadId`,`collectionId`);--> statement-breakpoint
CREATE TABLE `meta` (
	`key` text PRIMARY KEY NOT NULL,
	`value` text
);
--> statement-breakpoint
CREATE TABLE `oauthStates` (
	`id` text PRIMARY KEY NOT NULL,
	`sessionId` text NOT NULL,
	`ownerId` text,
	`credentialId` text,
	`verifier` text NOT NULL,
	`createdAt` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `passwordResets` (
	`id` text PRIMARY KEY NOT NULL,
	`userId` text NOT NULL,
	`createdAt` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `password_resets_user` ON `passwordResets` (`userId`);--> statement-breakpoint
CREATE TABLE `preferences` (
	`ownerId` text PRIMARY KEY NOT NULL,
	`trackOpens` integer NOT NULL,
	`trackClicks` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `sandboxMails` (
	`id` text PRIMARY KEY NOT NULL,
	`ownerId` text NOT NULL,
	`messageId` text NOT NULL,
	`sender` text NOT NULL,
	`recipient` text NOT NULL,
	`subject` text NOT NULL,
	`raw` text NOT NULL,
	`receivedAt` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `sandbox_mails_owner` ON `sandboxMails` (`ownerId`,`id`);--> statement-breakpoint
CREATE TABLE `savedRows` (
	`id` text PRIMARY KEY NOT NULL,
	`ownerId` text NOT NULL,
	`name` text NOT NULL,
	`row` text,
	`createdAt` integer NOT NULL,
	`deletedAt` integer
);
--> statement-breakpoint
CREATE INDEX `saved_rows_owner` ON `savedRows` (`ownerId`,`id`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`userId` text NOT NULL,
	`createdAt` integer NOT NULL,
	`lastSeenAt` integer NOT NULL,
	`device` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`userId`);--> statement-breakpoint
CREATE TABLE `suppressions` (
	`ownerId` text NOT NULL,
	`emailHash` text NOT NULL,
	`source` text NOT NULL,
	`createdAt` integer NOT NULL,
	PRIMARY KEY(`ownerId`, `emailHash`)
);
--> statement-breakpoint
CREATE TABLE `templateVersions` (
	`templateId` text NOT NULL,
	`version` integer NOT NULL,
	`ownerId` text NOT NULL,
	`name` text NOT NULL,
	`design` text,
	`html` text NOT NULL,
	`savedAt` integer NOT NULL,
	`replacedAt` integer NOT NULL,
	PRIMARY KEY(`templateId`, `version`)
);
--> statement-breakpoint
CREATE INDEX `template_versions_owner` ON `templateVersions` (`ownerId`,`replacedAt`);--> statement-breakpoint
CREATE INDEX `template_versions_time` ON `templateVersions` (`replacedAt`);--> statement-breakpoint
CREATE INDEX `template_versions_summary` ON `templateVersions` (`templateId`,`version`,`name`,`savedAt`);--> statement-breakpoint
CREATE TABLE `templates` (
	`id` text PRIMARY KEY NOT NULL,
	`ownerId` text NOT NULL,
	`name` text NOT NULL,
	`design` text,
	`html` text NOT NULL,
	`hasHtml` integer NOT NULL,
	`version` integer NOT NULL,
	`public` integer NOT NULL,
	`createdAt` integer NOT NULL,
	`updatedAt` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `templates_owner` ON `templates` (`ownerId`,`id`);--> statement-breakpoint
CREATE INDEX `templates_public` ON `templates` (`public`,`id`);--> statement-breakpoint
CREATE INDEX `templates_summary` ON `templates` (`public`,`ownerId`,`id`,`name`,`hasHtml`,`version`,`createdAt`,`updatedAt`);--> statement-breakpoint
CREATE TABLE `usage` (
	`credentialId` text NOT NULL,
	`bucketAt` integer NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`credentialId`, `bucketAt`)
);
--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`firstName` text NOT NULL,
	`lastName` text NOT NULL,
	`passwordHash` text,
	`googleSubject` text,
	`status` text NOT NULL,
	`role` text NOT NULL,
	`createdAt` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email` ON `users` (`email`);--> statement-breakpoint
CREATE UNIQUE INDEX `users_google_subject` ON `users` (`googleSubject`);