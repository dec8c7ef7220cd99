CREATE TABLE "jobs" (
	"id" text PRIMARY KEY NOT NULL,
	"workspaceId" text NOT NULL,
	"kind" text NOT NULL,
	"key" text,
	"payload" text NOT NULL,
	"state" text NOT NULL,
	"dueAt" bigint,
	"attempts" bigint NOT NULL,
	"lastError" text,
	"holder" text,
	"leaseUntil" bigint,
	"lease" bigint NOT NULL,
	"createdAt" bigint NOT NULL,
	"failedAt" bigint
);
--> statement-breakpoint
CREATE UNIQUE INDEX "jobs_key" ON "jobs" USING btree ("key");--> statement-breakpoint
CREATE INDEX "jobs_due" ON "jobs" USING btree ("state","dueAt");--> statement-breakpoint
CREATE INDEX "jobs_workspace" ON "jobs" USING btree ("workspaceId","kind");
--> statement-breakpoint
-- What an older version has begun and not ended. An import that was under way counts as tried: it is not begun anew.
INSERT INTO "jobs" ("id", "workspaceId", "kind", "key", "payload", "state", "dueAt", "attempts", "lease", "createdAt") SELECT 'import:' || "id", "workspaceId", 'import', 'import:' || "id", '{"importId":"' || "id" || '"}', 'queued', cast(extract(epoch from now()) * 1000 as bigint), CASE WHEN "state" = 'running' THEN 1 ELSE 0 END, 0, cast(extract(epoch from now()) * 1000 as bigint) FROM "imports" WHERE "state" IN ('running', 'undoing');
--> statement-breakpoint
INSERT INTO "jobs" ("id", "workspaceId", "kind", "key", "payload", "state", "dueAt", "attempts", "lease", "createdAt") SELECT 'accountRemoval:' || substr("key", 15), '', 'accountRemoval', 'accountRemoval:' || substr("key", 15), '{"workspaceId":"' || substr("key", 15) || '"}', 'queued', cast(extract(epoch from now()) * 1000 as bigint), 0, 0, cast(extract(epoch from now()) * 1000 as bigint) FROM "meta" WHERE "key" LIKE 'closedAccount:%';
--> statement-breakpoint
DELETE FROM "meta" WHERE "key" LIKE 'closedAccount:%';
