-- Why in SQL and not in TypeScript (held to the code by scripts/sql-reasons.ts):
--   policies ask: my_user_id
--   asked by SQL: palette_query

-- The user of the running transaction; null where nobody is signed in. In policies always as a sub-select,
-- `(select my_user_id())`: evaluated once per statement and not once per row.
create or replace function my_user_id() returns uuid
  language sql stable set search_path = pg_catalog, pg_temp
  as $$ select nullif(current_setting('app.user_id', true), '')::uuid $$;

-- A typed text, as `search_query` parses it, for the command palette, which queries all areas at each key press: words
-- of one or two letters before the last are matched whole, because as prefixes they match nearly every record.
create or replace function palette_query(asked text) returns tsquery
  language sql immutable parallel safe set search_path = pg_catalog, pg_temp
  as $$
    select to_tsquery('simple', string_agg(
      word || case when place = last_place or length(word) > 2 then ':*' else '' end, ' & '))
    from (
      select word, place, max(place) over () as last_place
      from regexp_split_to_table(public.fold_text(asked), ' ') with ordinality as words(word, place)
      where word <> '' order by place limit 8
    ) asked_words
  $$;

-- Row-level security binds the owner too; the owner's own policy lets migrations, backups and the few
-- SECURITY DEFINER functions see every row where the owner is not a superuser.
do $$
declare
  walled record;
begin
  for walled in
    select class.oid::regclass as name, pg_get_userbyid(class.relowner) as owner, class.relforcerowsecurity as forced,
           exists (select from pg_policy where polrelid = class.oid and polname = 'owner_all') as owner_sees
      from pg_class class
     where class.relnamespace = 'public'::regnamespace and class.relkind in ('r', 'p') and class.relrowsecurity
  loop
    if not walled.forced then
      execute format('alter table %s force row level security', walled.name);
    end if;
    if not walled.owner_sees then
      execute format('create policy owner_all on %s to %I using (true) with check (true)', walled.name, walled.owner);
    end if;
  end loop;
end $$;
