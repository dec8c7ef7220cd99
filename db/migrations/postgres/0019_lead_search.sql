-- The index of three neighbouring letters that searches of leads go by. Where the extension cannot be had they look through all leads, as they did; `amplify doctor` says how to add it later.
DO $$ DECLARE room text; BEGIN
	CREATE EXTENSION IF NOT EXISTS pg_trgm;
	SELECT nspname INTO room FROM pg_extension JOIN pg_namespace ON pg_namespace.oid = extnamespace WHERE extname = 'pg_trgm';
	EXECUTE format('CREATE INDEX "leads_search_trigrams" ON "leads" USING gin ("searchText" %I.gin_trgm_ops)', room);
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported THEN NULL;
END $$;
