CREATE TABLE "agentPlans" (
	"id" text PRIMARY KEY NOT NULL,
	"workspaceId" text NOT NULL,
	"userId" text NOT NULL,
	"text" text NOT NULL,
	"expiresAt" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "agent_plans_owner" ON "agentPlans" USING btree ("workspaceId","id");