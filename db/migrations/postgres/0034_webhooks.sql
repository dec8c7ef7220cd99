CREATE TABLE "webhookDeliveries" (
	"webhookId" text NOT NULL,
	"eventId" text NOT NULL,
	"workspaceId" text NOT NULL,
	"type" text NOT NULL,
	"subject" text NOT NULL,
	"number" bigint NOT NULL,
	"state" text NOT NULL,
	"attempts" bigint NOT NULL,
	"dueAt" bigint NOT NULL,
	"triedAt" bigint,
	"tookMs" bigint,
	"status" bigint,
	"reason" jsonb,
	"answer" text,
	CONSTRAINT "webhookDeliveries_webhookId_eventId_pk" PRIMARY KEY("webhookId","eventId")
);
--> statement-breakpoint
CREATE TABLE "webhookEvents" (
	"id" text PRIMARY KEY NOT NULL,
	"workspaceId" text NOT NULL,
	"type" text NOT NULL,
	"subject" text NOT NULL,
	"number" bigint NOT NULL,
	"row" text,
	"body" text
);
--> statement-breakpoint
CREATE TABLE "webhookWants" (
	"workspaceId" text NOT NULL,
	"type" text NOT NULL,
	"webhookId" text NOT NULL,
	CONSTRAINT "webhookWants_workspaceId_type_webhookId_pk" PRIMARY KEY("workspaceId","type","webhookId")
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"id" text PRIMARY KEY NOT NULL,
	"workspaceId" text NOT NULL,
	"name" text NOT NULL,
	"url" text NOT NULL,
	"types" jsonb NOT NULL,
	"secret" text NOT NULL,
	"formerSecret" text,
	"formerUntil" bigint,
	"state" text NOT NULL,
	"pausedReason" jsonb,
	"createdAt" bigint NOT NULL,
	"holder" text,
	"leaseUntil" bigint,
	"lease" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX "webhook_deliveries_owner" ON "webhookDeliveries" USING btree ("workspaceId","webhookId","number");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_waiting" ON "webhookDeliveries" USING btree ("webhookId","number") WHERE "webhookDeliveries"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhookDeliveries" USING btree ("webhookId","dueAt") WHERE "webhookDeliveries"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_number" ON "webhookDeliveries" USING btree ("number");--> statement-breakpoint
CREATE INDEX "webhook_events_owner" ON "webhookEvents" USING btree ("workspaceId","number");--> statement-breakpoint
CREATE INDEX "webhook_events_number" ON "webhookEvents" USING btree ("number");--> statement-breakpoint
CREATE INDEX "webhook_wants_webhook" ON "webhookWants" USING btree ("webhookId");--> statement-breakpoint
CREATE INDEX "webhooks_owner" ON "webhooks" USING btree ("workspaceId","id");