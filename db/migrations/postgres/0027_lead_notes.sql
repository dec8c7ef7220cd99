CREATE TABLE "leadNotes" (
	"id" text PRIMARY KEY NOT NULL,
	"workspaceId" text NOT NULL,
	"leadId" text NOT NULL,
	"authorId" text NOT NULL,
	"text" text NOT NULL,
	"createdAt" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "samples" (
	"workspaceId" text NOT NULL,
	"kind" text NOT NULL,
	"id" text NOT NULL,
	CONSTRAINT "samples_workspaceId_kind_id_pk" PRIMARY KEY("workspaceId","kind","id")
);
--> statement-breakpoint
ALTER TABLE "workspaceMembers" ADD COLUMN "startPutAwayAt" bigint;--> statement-breakpoint
CREATE INDEX "lead_notes_lead" ON "leadNotes" USING btree ("workspaceId","leadId","id");