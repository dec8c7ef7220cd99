CREATE INDEX `enrolments_at_step` ON `enrolments` (`planId`,`step`,`leadId`);--> statement-breakpoint
CREATE INDEX `enrolments_going` ON `enrolments` (`planId`,`leadId`) WHERE "enrolments"."endedAt" is null;--> statement-breakpoint
CREATE INDEX `enrolments_ended` ON `enrolments` (`planId`,`leadId`) WHERE "enrolments"."endedAt" is not null;