type Exception = { tables: string; by: readonly string[]; only?: RegExp; why: string };

/**
 * What may be asked without naming a workspace: tables, the columns that a statement then names instead ("" for none),
 * and why. An engine that shards by workspace asks these of every shard, or is told the workspace some day.
 */
export const exceptions: readonly Exception[] = [
  {
    tables: "webhooks",
    by: ["state"],
    why: "whoever sends looks for every webhook that has something due",
  },
  {
    tables: "webhookEvents webhookDeliveries",
    by: ["number"],
    why: "what is past its time is thrown away, whosever it is",
  },
  {
    tables: "webhookEvents webhookDeliveries",
    by: ["eventId", "id"],
    only: /^delete from /,
    why: "what is past its time is thrown away, whosever it is",
  },
  {
    tables: "sessions",
    by: ["id", "userId", "lastSeenAt", ""],
    why: "a session is found by its token, and a person's own sessions may work in several workspaces",
  },
  {
    tables: "apiKeys",
    by: ["hash", "id", "revokedAt"],
    only: /inner join "users"|^delete /,
    why: "a key is found by what is presented, open sockets by their keys, and what is past its time is thrown away",
  },
  {
    tables: "apiKeys",
    by: ["userId"],
    only: /^update "apiKeys" set "revokedAt" = /,
    why: "whoever proves to be another person loses their keys, in every workspace",
  },
  {
    tables: "keyApprovals",
    by: ["id", "userCode", "createdAt", "userId", ""],
    why: "a program that waits is nobody's yet, and found by its codes; then it is a person's, in every workspace",
  },
  {
    tables: "apiRequests",
    by: ["id", "at"],
    only: /^(delete from|select "id" from) "apiRequests" where /,
    why: "what is past its time is thrown away, whosever it is",
  },
  {
    tables: "idempotentCalls",
    by: ["id", "createdAt"],
    only: /^(delete from|select "id" from) "idempotentCalls" where "idempotentCalls"\."(id" in|createdAt" <) /,
    why: "what is past its time is thrown away, whosever it is",
  },
  {
    tables: "workspaceMembers",
    by: ["userId"],
    why: "whoever leaves the installation leaves every workspace",
  },
  {
    tables: "oauthStates",
    by: ["id", "sessionId", "createdAt"],
    why: "a visit is found by what Google sends back",
  },
  {
    tables: "campaignPlans campaigns enrolments",
    by: ["state"],
    only: /^update "campaignPlans" set .*"pausedBy" = .*"pausedReason" = /,
    why: "in a database that was put back all that would go on waits for a person, whosever it is",
  },
  {
    tables: "campaignPlans enrolments",
    by: ["state", "endedAt"],
    only: /^update "(enrolments" set "dueAt"|campaignPlans" set "(holdUntil|startedAt)") = /,
    why: "a clock that is set is everybody's",
  },
  {
    tables: "workspaces",
    by: [""],
    only: /^select "workspaceId" from "workspaces"$/,
    why: "a clock that is set is everybody's, and the index of what was sent is by workspace",
  },
  {
    tables: "campaigns campaignCounts",
    by: ["id", "campaignId", "credentialId", "state", "rowMove", ""],
    why: "a lane sends the campaigns of the account that it was given; recovery looks through all of them",
  },
  {
    tables: "campaignPlans",
    by: ["id", "state", "deletedAt", "stepChange"],
    only: /^select /,
    why: "a job is given a campaign's id, and looks for those of all workspaces whose moment has come or is past",
  },
  {
    tables: "campaigns",
    by: ["planId"],
    only: /^select .*"campaigns"."planId" is null/,
    why: "campaigns of servers of the version before, whosever they are",
  },
  {
    tables: "campaignContents",
    by: ["campaignId"],
    only: /from "campaigns" inner join "campaignContents".*"campaigns"\."workspaceId" =/,
    why: "the content of a workspace's campaigns, by their ids",
  },
  {
    tables: "deliveries",
    by: ["campaignId"],
    only: /"deliveries"\."campaignId" in /,
    why: "by campaigns that a query inside finds, which names their workspace or has a reason of its own",
  },
  {
    tables: "deliveries",
    by: ["id", "campaignId", "state"],
    only: /^(update |delete from "deliveries" where "deliveries"\."id" in |select ("id"|"leadId"|1|count\(\*\)( as "unspent")?) from "deliveries")/,
    why: "claims, outcomes, activities and recovery move the rows of campaigns that a lane or a start was given",
  },
  {
    tables: "deliveries campaigns leads suppressions",
    by: ["id"],
    only: /inner join "campaigns" .*left join "leads" .*"deliveries"\."id" (in|=) .*"deliveries"\."state" = /,
    why: "what a lane has claimed, with its leads, right before it goes",
  },
  {
    tables: "deliveries",
    by: ["id"],
    only: /^insert into "(uncountedMails|campaignTimes|campaignDomains)" /,
    why: "what a lane has sent is noted to be counted, and then counted for its lead, minute and domain",
  },
  {
    tables: "uncountedMails",
    by: ["deliveryId", ""],
    why: "mails of all workspaces are counted for their leads, the oldest first",
  },
  {
    tables: "deliveries campaigns",
    by: ["id"],
    only: /^select "deliveries"\."workspaceId", .* where "deliveries"\."id" = \S+$/,
    why: "a link in a mail names no workspace: this is how it is found",
  },
  {
    tables: "leads",
    by: ["id"],
    only: /^update "leads" set "emailCount"/,
    why: "a mail is counted for the lead of a delivery that a lane has sent",
  },
  {
    tables: "campaigns deliveries credentials usage sessions oauthStates jobs",
    by: [
      ...["pausedUntil", "rampStartedAt", "finishedAt", "dueAt", "firstTriedAt", "sentAt"],
      ...["bucketAt", "createdAt", "lastSeenAt", "leaseUntil"],
    ],
    only: /^(update|delete|insert into "usage") /,
    why: "a clock that is set is set for everybody",
  },
  {
    tables: "accountDays apiDays",
    by: ["day"],
    only: /^delete /,
    why: "what is past its time is forgotten in all workspaces",
  },
  {
    tables: "credentials domainChecks",
    by: ["credentialId", "id", "dueAt", "checkedAt", "provider"],
    only: /^select .*from "credentials" left join "domainChecks"/,
    why: "domains that are due are looked at in all workspaces",
  },
  { tables: "usage", by: ["credentialId", "bucketAt"], why: "a lane's budget is its account's" },
  {
    tables: "accountLeases campaigns campaignCounts deliveries",
    by: ["credentialId", "holder", "leaseUntil", "id", "campaignId", "state", "lease"],
    only: /"accountLeases"|^update "deliveries"/,
    why: "a sender has accounts, whosever they are",
  },
  {
    tables: "mailJournal",
    by: ["credentialId", "lease", "number"],
    why: "a sender has accounts, whosever they are",
  },
  {
    tables: "mailboxReadings",
    by: ["state", "holder", "nextTryAt", "leaseUntil", "secret", "credentialId"],
    only: /^select (1|"credentialId"|"workspaceId", "credentialId") from |^select .* where "mailboxReadings"\."credentialId" = \S+$|^update "mailboxReadings" set .* where .*"holder" = /,
    why: "a process that reads mailboxes looks for those whose turn it is, whosever they are, and says which it has",
  },
  {
    tables: "singleMails",
    by: ["id", "state", "credentialId", "createdAt"],
    why: "whoever has the account sends it, and whoever wrote it waits for its answer",
  },
  {
    tables: "credentials",
    by: ["id", "secret", "googleSubject"],
    why: "a lane is opened by its account's id; what is sealed or granted at Google is looked for in all",
  },
  {
    tables: "links deliveries campaigns campaignContents",
    by: ["id", "deliveryId", "campaignId"],
    only: /^select "links"\."url", "links"\."campaignId", "campaigns"/,
    why: "a link in a mail names no workspace: this is how it is found",
  },
  {
    tables: "transactionalCalls campaigns",
    by: ["createdAt", "emptiedAt", "state", "finishedAt", "id", "campaignId", "expiresAt"],
    only: /^(select "transactionalCalls"\."workspaceId"|select "workspaceId", "campaignId" from "transactionalCalls"|update "(deliveries|campaigns)" set )/,
    why: "what is too late, or past its time in the log, is looked for in all workspaces",
  },
  {
    tables: "optouts",
    by: ["id"],
    only: /^select "id", "workspaceId", "emailHash", .* from "optouts" where "optouts"\."id" = /,
    why: "the link of a mail that lets somebody come back names no workspace: this is how it is found",
  },
  {
    tables: "links clicks",
    by: ["id", "deliveryId"],
    only: /from "clicks" inner join "links" .*"workspaceId" = /,
    why: "a click and its link are one workspace's, so naming it for one of them is enough",
  },
  {
    tables: "clicks",
    by: ["deliveryId"],
    only: /^delete from "clicks" where "clicks"\."deliveryId" in /,
    why: "of deliveries that a query inside finds, which names their workspace",
  },
  {
    tables: "templates deletedTemplates",
    by: ["id", "public", "deletionId", "deletedAt"],
    why: "a public template is everybody's; whose another one is, the service looks at before it changes it",
  },
  {
    tables: "templateVersions",
    by: ["templateId", "replacedAt"],
    only: /^(delete|update) |"templateVersions"\."templateId" in /,
    why: "by templates that a query inside finds; and what a save replaced is kept, trimmed and thrown away with it",
  },
  {
    tables: "customFields",
    by: ["deletedAt"],
    only: /^select .* where \("customFields"\."deletedAt" is not null and /,
    why: "what nobody can bring back any more is thrown away, whoever deleted it",
  },
  {
    tables: "images",
    by: ["fileName", "deletedAt"],
    why: "a picture's address in a mail names no workspace",
  },
  {
    tables: "imports",
    by: ["state", "createdAt", "undoUntil", "startedAt"],
    only: /^select /,
    why: "one queue runs the imports of all workspaces, and what is past its time is looked for in all",
  },
  {
    tables: "storedFiles",
    by: ["touchedAt"],
    only: /^select /,
    why: "files that nobody needs any more are looked for in all",
  },
  {
    tables: "importChanges",
    by: ["importId"],
    only: /"importChanges"\."importId" in /,
    why: "of imports that a query inside finds, which names their workspace",
  },
  {
    tables: "jobs",
    by: ["id", "kind", "key", "state", "dueAt", "leaseUntil", "failedAt", ""],
    why: "one queue holds the jobs of all workspaces, and the installation's own",
  },
  {
    tables: "leadCounts",
    by: ["count"],
    why: "the index of searches is filled for whoever has many leads",
  },
  {
    tables: "suppressions",
    by: [""],
    why: "whether an installation has anything that only its key can read",
  },
  {
    tables: "templatePlaces",
    by: ["folderId", "templateId"],
    why: "where templates were that are gone, or in folders that are, whosever they were",
  },
  {
    tables: "deletedLeads deletedMemberships savedRows templateFolders sandboxMails",
    by: ["deletedAt", "id"],
    why: "what is past its time is thrown away, whosever it is",
  },
];
