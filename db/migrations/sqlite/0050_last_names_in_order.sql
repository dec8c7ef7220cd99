-- Leads are sorted by the last name within their folded text: `lower` leaves Ö as it is, and it stood behind z.
DROP INDEX `leads_owner_last_name`;--> statement-breakpoint
CREATE INDEX `leads_owner_last_name` ON `leads` (`workspaceId`,substr("searchText", length(replace(replace(replace(replace(replace(replace("firstName", 'ß', 'ss'), 'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'Þ', 'th')) + 2, 40),`id`);
