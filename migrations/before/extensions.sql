-- Trigram indexes for search inside words; a trusted extension, so the owner of the database may create it.
create extension if not exists pg_trgm;
