-- Only the index that has the column is written here, so it stays.
SELECT 1;
