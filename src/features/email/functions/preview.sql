-- Why in SQL and not in TypeScript (held to the code by scripts/sql-reasons.ts):
--   triggers: write_email_preview

-- The beginning of the body with single spaces, which lists show. Not a generated column: PostgreSQL computes all of them
-- at each change of a row that has a `before` trigger. What is a single space already is not replaced by itself.
create or replace function write_email_preview() returns trigger
  language plpgsql set search_path = public, pg_temp as $$
    begin
      new.preview := left(regexp_replace(left(new.body, 1200), '(?! )\s+| \s+', ' ', 'g'), 280);
      return new;
    end
  $$;

create or replace trigger write_preview before insert or update of body, preview on emails
  for each row execute function write_email_preview();
