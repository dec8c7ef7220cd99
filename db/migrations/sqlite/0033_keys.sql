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
CREATE INDEX `key_approvals_created` ON `keyApprovals` (`createdAt`);