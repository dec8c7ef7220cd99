ALTER TABLE `campaignPlans` ADD `stepChange` text;--> statement-breakpoint
CREATE INDEX `campaign_plans_applying` ON `campaignPlans` (`id`) WHERE "campaignPlans"."stepChange" is not null;--> statement-breakpoint
CREATE INDEX `enrolments_step` ON `enrolments` (`planId`,`step`);