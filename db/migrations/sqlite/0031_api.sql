CREATE TABLE `agentPlans` (
	`id` text PRIMARY KEY NOT NULL,
	`workspaceId` text NOT NULL,
	`userId` text NOT NULL,
	`text` text NOT NULL,
	`expiresAt` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `agent_plans_owner` ON `agentPlans` (`workspaceId`,`id`);--> statement-breakpoint
CREATE TABLE `apiKeyCampaigns` (
	`workspaceId` text NOT NULL,
	`keyId` text NOT NULL,
	`campaignId` text NOT NULL,
	PRIMARY KEY(`keyId`, `campaignId`)
);
--> statement-breakpoint
CREATE INDEX `api_key_campaigns_workspace` ON `apiKeyCampaigns` (`workspaceId`);--> statement-breakpoint
CREATE TABLE `apiKeys` (
	`id` text PRIMARY KEY NOT NULL,
	`workspaceId` text NOT NULL,
	`userId` text NOT NULL,
	`hash` text NOT NULL,
	`lastFour` text NOT NULL,
	`name` text NOT NULL,
	`scopes` text NOT NULL,
	`collections` text,
	`accounts` text,
	`addresses` text,
	`expiresAt` integer,
	`lastUsedAt` integer,
	`lastAddress` text,
	`createdAt` integer NOT NULL,
	`revokedAt` integer
);
--> statement-breakpoint
CREATE INDEX `api_keys_workspace` ON `apiKeys` (`workspaceId`);--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_hash` ON `apiKeys` (`hash`);--> statement-breakpoint
CREATE TABLE `apiRequests` (
	`id` text PRIMARY KEY NOT NULL,
	`workspaceId` text NOT NULL,
	`keyId` text NOT NULL,
	`method` text NOT NULL,
	`path` text NOT NULL,
	`status` integer NOT NULL,
	`tookMs` integer NOT NULL,
	`address` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `api_requests_workspace` ON `apiRequests` (`workspaceId`,`id`);--> statement-breakpoint
CREATE INDEX `api_requests_at` ON `apiRequests` (`at`);--> statement-breakpoint
CREATE TABLE `idempotentCalls` (
	`id` text PRIMARY KEY NOT NULL,
	`workspaceId` text NOT NULL,
	`digest` text NOT NULL,
	`runner` text NOT NULL,
	`status` integer,
	`contentType` text,
	`body` text,
	`createdAt` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `idempotent_calls_created` ON `idempotentCalls` (`createdAt`);--> statement-breakpoint
CREATE INDEX `idempotent_calls_workspace` ON `idempotentCalls` (`workspaceId`);--> statement-breakpoint
CREATE TABLE `keyApprovals` (
	`id` text PRIMARY KEY NOT NULL,
	`userCode` text NOT NULL,
	`name` text NOT NULL,
	`address` text NOT NULL,
	`state` text NOT NULL,
	`workspaceId` text,
	`userId` text,
	`scopes` text,
	`keyExpiresAt` integer,
	`createdAt` integer NOT NULL,
	`polledAt` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `key_approvals_code` ON `keyApprovals` (`userCode`);--> statement-breakpoint
CREATE INDEX `key_approvals_created` ON `keyApprovals` (`createdAt`);--> statement-breakpoint
CREATE TABLE `kindSuppressions` (
	`id` text PRIMARY KEY NOT NULL,
	`workspaceId` text NOT NULL,
	`kind` text NOT NULL,
	`emailHash` text NOT NULL,
	`sealedEmail` text NOT NULL,
	`cause` text NOT NULL,
	`createdAt` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `kind_suppressions_who` ON `kindSuppressions` (`workspaceId`,`emailHash`,`kind`);--> statement-breakpoint
CREATE INDEX `kind_suppressions_owner` ON `kindSuppressions` (`workspaceId`,`id`);--> statement-breakpoint
CREATE TABLE `transactionalAttachments` (
	`campaignId` text NOT NULL,
	`position` integer NOT NULL,
	`workspaceId` text NOT NULL,
	`name` text NOT NULL,
	`type` text NOT NULL,
	`content` text NOT NULL,
	PRIMARY KEY(`campaignId`, `position`)
);
--> statement-breakpoint
CREATE TABLE `transactionalCalls` (
	`campaignId` text PRIMARY KEY NOT NULL,
	`workspaceId` text NOT NULL,
	`text` text,
	`replyTo` text,
	`tags` text NOT NULL,
	`templateId` text,
	`templateVersion` integer,
	`createdAt` integer NOT NULL,
	`expiresAt` integer NOT NULL,
	`emptiedAt` integer
);
--> statement-breakpoint
CREATE INDEX `transactional_calls_owner` ON `transactionalCalls` (`workspaceId`,`campaignId`);--> statement-breakpoint
CREATE INDEX `transactional_calls_created` ON `transactionalCalls` (`createdAt`);--> statement-breakpoint
CREATE INDEX `transactional_calls_full` ON `transactionalCalls` (`campaignId`) WHERE "transactionalCalls"."emptiedAt" is null;--> statement-breakpoint
CREATE TABLE `transactionalMails` (
	`id` text PRIMARY KEY NOT NULL,
	`workspaceId` text NOT NULL,
	`campaignId` text NOT NULL,
	`kind` text NOT NULL,
	`email` text NOT NULL,
	`emailHash` text NOT NULL,
	`name` text NOT NULL,
	`sealedValues` text,
	`isQueued` integer NOT NULL,
	`createdAt` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `transactional_mails_owner` ON `transactionalMails` (`workspaceId`,`id`);--> statement-breakpoint
CREATE INDEX `transactional_mails_email` ON `transactionalMails` (`workspaceId`,`email`,`id`);--> statement-breakpoint
CREATE INDEX `transactional_mails_call` ON `transactionalMails` (`campaignId`,`id`);--> statement-breakpoint
CREATE TABLE `webhookDeliveries` (
	`webhookId` text NOT NULL,
	`eventId` text NOT NULL,
	`workspaceId` text NOT NULL,
	`type` text NOT NULL,
	`subject` text NOT NULL,
	`number` integer NOT NULL,
	`state` text NOT NULL,
	`attempts` integer NOT NULL,
	`dueAt` integer NOT NULL,
	`triedAt` integer,
	`tookMs` integer,
	`status` integer,
	`reason` text,
	`answer` text,
	PRIMARY KEY(`webhookId`, `eventId`)
);
--> statement-breakpoint
CREATE INDEX `webhook_deliveries_owner` ON `webhookDeliveries` (`workspaceId`,`webhookId`,`number`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_waiting` ON `webhookDeliveries` (`webhookId`,`number`) WHERE "webhookDeliveries"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX `webhook_deliveries_due` ON `webhookDeliveries` (`webhookId`,`dueAt`) WHERE "webhookDeliveries"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX `webhook_deliveries_given_up` ON `webhookDeliveries` (`webhookId`,`number`) WHERE "webhookDeliveries"."state" = 'given_up';--> statement-breakpoint
CREATE INDEX `webhook_deliveries_number` ON `webhookDeliveries` (`number`);--> statement-breakpoint
CREATE TABLE `webhookEvents` (
	`id` text PRIMARY KEY NOT NULL,
	`workspaceId` text NOT NULL,
	`type` text NOT NULL,
	`subject` text NOT NULL,
	`number` integer NOT NULL,
	`row` text,
	`body` text
);
--> statement-breakpoint
CREATE INDEX `webhook_events_owner` ON `webhookEvents` (`workspaceId`,`number`);--> statement-breakpoint
CREATE INDEX `webhook_events_number` ON `webhookEvents` (`number`);--> statement-breakpoint
CREATE TABLE `webhookWants` (
	`workspaceId` text NOT NULL,
	`type` text NOT NULL,
	`webhookId` text NOT NULL,
	PRIMARY KEY(`workspaceId`, `type`, `webhookId`)
);
--> statement-breakpoint
CREATE INDEX `webhook_wants_webhook` ON `webhookWants` (`webhookId`);--> statement-breakpoint
CREATE TABLE `webhooks` (
	`id` text PRIMARY KEY NOT NULL,
	`workspaceId` text NOT NULL,
	`name` text NOT NULL,
	`url` text NOT NULL,
	`types` text NOT NULL,
	`secret` text NOT NULL,
	`formerSecret` text,
	`formerUntil` integer,
	`state` text NOT NULL,
	`pausedReason` text,
	`createdAt` integer NOT NULL,
	`deliveredAt` integer,
	`holder` text,
	`leaseUntil` integer,
	`lease` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `webhooks_owner` ON `webhooks` (`workspaceId`,`id`);--> statement-breakpoint
ALTER TABLE `campaigns` ADD `mailKind` text;--> statement-breakpoint
ALTER TABLE `credentials` ADD `microsoftSubject` text;--> statement-breakpoint
CREATE INDEX `deliveries_campaign_opened` ON `deliveries` (`campaignId`,`workspaceId`,`leadId`) WHERE "deliveries"."openedAt" is not null;--> statement-breakpoint
CREATE INDEX `deliveries_campaign_clicked` ON `deliveries` (`campaignId`,`workspaceId`,`leadId`) WHERE "deliveries"."clickedAt" is not null;