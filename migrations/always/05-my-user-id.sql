-- The user of the running transaction; null where nobody is signed in. In policies always as a sub-select,
-- `(select my_user_id())`: evaluated once per statement and not once per row.
create or replace function my_user_id() returns uuid
  language sql stable set search_path = pg_catalog, pg_temp
  as $$ select nullif(current_setting('app.user_id', true), '')::uuid $$;
