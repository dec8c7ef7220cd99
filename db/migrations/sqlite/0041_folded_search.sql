-- What searches look in is folded: the code of this step does it all.
SELECT 1;
