ALTER TABLE "deliveries" RENAME COLUMN "reason" TO "reply";--> statement-breakpoint
ALTER TABLE "campaigns" ALTER COLUMN "pausedReason" SET DATA TYPE jsonb USING CASE WHEN "pausedReason" IS NOT NULL THEN jsonb_build_object('code', 'other', 'params', '{}'::jsonb, 'reply', "pausedReason") END;--> statement-breakpoint
ALTER TABLE "credentials" ALTER COLUMN "pausedReason" SET DATA TYPE jsonb USING CASE WHEN "pausedReason" IS NOT NULL THEN jsonb_build_object('code', 'other', 'params', '{}'::jsonb, 'reply', "pausedReason") END;--> statement-breakpoint
ALTER TABLE "imports" ALTER COLUMN "fault" SET DATA TYPE jsonb USING CASE WHEN "fault" IS NOT NULL THEN jsonb_build_object('code', 'other', 'params', '{}'::jsonb, 'reply', "fault") END;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "reasonCode" text;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "reasonParams" jsonb;