ALTER TABLE "campaignPlans" ADD COLUMN "stepChange" jsonb;--> statement-breakpoint
CREATE INDEX "campaign_plans_applying" ON "campaignPlans" USING btree ("id") WHERE "campaignPlans"."stepChange" is not null;--> statement-breakpoint
CREATE INDEX "enrolments_step" ON "enrolments" USING btree ("planId","step");