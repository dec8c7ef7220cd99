CREATE TABLE "leadMails" (
	"workspaceId" text NOT NULL,
	"leadId" text NOT NULL,
	"lastSentAt" bigint NOT NULL,
	CONSTRAINT "leadMails_workspaceId_leadId_pk" PRIMARY KEY("workspaceId","leadId")
);
--> statement-breakpoint
CREATE INDEX "deliveries_opened_lead" ON "deliveries" USING btree ("workspaceId","leadId","openedAt") WHERE "deliveries"."openedAt" is not null;--> statement-breakpoint
CREATE INDEX "deliveries_clicked_lead_at" ON "deliveries" USING btree ("workspaceId","leadId","clickedAt") WHERE "deliveries"."clickedAt" is not null;