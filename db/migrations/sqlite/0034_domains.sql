CREATE TABLE `domainChecks` (
	`credentialId` text PRIMARY KEY NOT NULL,
	`workspaceId` text NOT NULL,
	`domain` text NOT NULL,
	`checks` text NOT NULL,
	`checkedAt` integer NOT NULL,
	`dueAt` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `domain_checks_workspace` ON `domainChecks` (`workspaceId`);--> statement-breakpoint
CREATE INDEX `domain_checks_due` ON `domainChecks` (`dueAt`);--> statement-breakpoint
CREATE TABLE `signingKeys` (
	`id` text PRIMARY KEY NOT NULL,
	`workspaceId` text NOT NULL,
	`domain` text NOT NULL,
	`selector` text NOT NULL,
	`rsaSecret` text NOT NULL,
	`rsaPublic` text NOT NULL,
	`ed25519Secret` text NOT NULL,
	`ed25519Public` text NOT NULL,
	`signsSince` integer,
	`signsEd25519` integer NOT NULL,
	`createdAt` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `signing_keys_domain` ON `signingKeys` (`workspaceId`,`domain`);