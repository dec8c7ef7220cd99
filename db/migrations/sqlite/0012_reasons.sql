ALTER TABLE `deliveries` RENAME COLUMN "reason" TO "reply";--> statement-breakpoint
ALTER TABLE `deliveries` ADD `reasonCode` text;--> statement-breakpoint
ALTER TABLE `deliveries` ADD `reasonParams` text;--> statement-breakpoint
UPDATE `campaigns` SET "pausedReason" = json_object('code', 'other', 'params', json('{}'), 'reply', "pausedReason") WHERE "pausedReason" IS NOT NULL;--> statement-breakpoint
UPDATE `credentials` SET "pausedReason" = json_object('code', 'other', 'params', json('{}'), 'reply', "pausedReason") WHERE "pausedReason" IS NOT NULL;--> statement-breakpoint
UPDATE `imports` SET "fault" = json_object('code', 'other', 'params', json('{}'), 'reply', "fault") WHERE "fault" IS NOT NULL;
