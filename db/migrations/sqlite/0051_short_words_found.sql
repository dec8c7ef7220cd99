-- What is indexed of a lead ends in two line breaks from now on, so that every letter is the first of three, and words of one or two letters are found by what begins with them. What was indexed without is indexed anew.
CREATE VIRTUAL TABLE `leadSearchTerms` USING fts5vocab(`leadSearch`, 'row');
--> statement-breakpoint
INSERT INTO `leadSearch` (`leadSearch`) VALUES ('delete-all');
--> statement-breakpoint
DELETE FROM `searchSpaces`;
--> statement-breakpoint
UPDATE `leads` SET `searchNumber` = NULL WHERE `searchNumber` IS NOT NULL;
