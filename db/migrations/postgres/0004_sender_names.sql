ALTER TABLE "campaigns" ADD COLUMN "senderName" text;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "senderAddress" text;--> statement-breakpoint
ALTER TABLE "credentials" ADD COLUMN "displayName" text;