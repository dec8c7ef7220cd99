CREATE TABLE "apiDays" (
	"workspaceId" text NOT NULL,
	"keyId" text NOT NULL,
	"day" bigint NOT NULL,
	"done" bigint NOT NULL,
	"refused" bigint NOT NULL,
	"failed" bigint NOT NULL,
	CONSTRAINT "apiDays_keyId_day_pk" PRIMARY KEY("keyId","day")
);
--> statement-breakpoint
CREATE INDEX "api_days_workspace" ON "apiDays" USING btree ("workspaceId","day");--> statement-breakpoint
CREATE INDEX "api_days_day" ON "apiDays" USING btree ("day");