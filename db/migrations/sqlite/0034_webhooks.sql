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
	`holder` text,
	`leaseUntil` integer,
	`lease` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `webhooks_owner` ON `webhooks` (`workspaceId`,`id`);