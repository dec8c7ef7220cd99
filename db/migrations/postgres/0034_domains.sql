CREATE TABLE "domainChecks" (
	"credentialId" text PRIMARY KEY NOT NULL,
	"workspaceId" text NOT NULL,
	"domain" text NOT NULL,
	"checks" jsonb NOT NULL,
	"checkedAt" bigint NOT NULL,
	"dueAt" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "signingKeys" (
	"id" text PRIMARY KEY NOT NULL,
	"workspaceId" text NOT NULL,
	"domain" text NOT NULL,
	"selector" text NOT NULL,
	"rsaSecret" text NOT NULL,
	"rsaPublic" text NOT NULL,
	"ed25519Secret" text NOT NULL,
	"ed25519Public" text NOT NULL,
	"signsSince" bigint,
	"signsEd25519" boolean NOT NULL,
	"createdAt" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "domain_checks_workspace" ON "domainChecks" USING btree ("workspaceId");--> statement-breakpoint
CREATE INDEX "domain_checks_due" ON "domainChecks" USING btree ("dueAt");--> statement-breakpoint
CREATE INDEX "signing_keys_domain" ON "signingKeys" USING btree ("workspaceId","domain");