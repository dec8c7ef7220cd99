-- A file has its sender's notes in a list beside it, which waits for no disk either.
SELECT 1;
