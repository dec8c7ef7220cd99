CREATE TABLE "campaignDomains" (
	"campaignId" text NOT NULL,
	"domain" text NOT NULL,
	"workspaceId" text NOT NULL,
	"sent" bigint DEFAULT 0 NOT NULL,
	"opened" bigint DEFAULT 0 NOT NULL,
	"machineOpened" bigint DEFAULT 0 NOT NULL,
	"clicked" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "campaignDomains_campaignId_domain_pk" PRIMARY KEY("campaignId","domain")
);
--> statement-breakpoint
CREATE TABLE "campaignTimes" (
	"campaignId" text NOT NULL,
	"at" bigint NOT NULL,
	"workspaceId" text NOT NULL,
	"sent" bigint DEFAULT 0 NOT NULL,
	"opened" bigint DEFAULT 0 NOT NULL,
	"machineOpened" bigint DEFAULT 0 NOT NULL,
	"clicked" bigint DEFAULT 0 NOT NULL,
	"machineClicked" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "campaignTimes_campaignId_at_pk" PRIMARY KEY("campaignId","at")
);
--> statement-breakpoint
CREATE INDEX "deliveries_cause" ON "deliveries" USING btree ("campaignId","state","reasonCode") WHERE "deliveries"."reasonCode" is not null and "deliveries"."state" <> 'sent';