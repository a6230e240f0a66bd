-- Why in SQL and not in TypeScript (held to the code by scripts/sql-reasons.ts):
--   triggers: update_provenance, mark_other_user

-- Provenance: how the text of a record came (src/platform/capability/provenance.ts). A column of every record; its
-- default is the kernel's value for the running transaction. The triggers here update it on later changes, for every
-- table with the column.

-- A record stops being the person's own text once anything but the person changes one of its text fields. Times,
-- numbers and ids do not count.
create or replace function update_provenance() returns trigger
  language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (
    select from jsonb_each(to_jsonb(new)) as field (name, value)
     where field.value is distinct from to_jsonb(old) -> field.name
       and jsonb_typeof(field.value) in ('string', 'array', 'object')
       and field.value::text !~ '^"\d{4}-\d\d-\d\d(T[\d:.+-]+)?"$'
       and field.value::text !~ '^[][", 0-9a-f-]*[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}[][", 0-9a-f-]*$'
       and field.value <> '[]' and field.name not in ('provenance', 'search')) then
    new.provenance := coalesce(nullif(current_setting('app.provenance', true), ''), 'outside');
  end if;
  return new;
end $$;

-- Marks text that another user wrote into a person's rows, even if it is that user's own text.
create or replace function mark_other_user() returns trigger
  language plpgsql set search_path = public, pg_temp as $$
begin
  new.provenance := 'other_user';
  return new;
end $$;

do $$
declare held record;
begin
  for held in
    select c.table_name as name, o.column_name is not null as is_owned
      from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
      left join information_schema.columns o
        on o.table_schema = 'public' and o.table_name = c.table_name and o.column_name = 'user_id' and o.udt_name = 'uuid'
     where c.table_schema = 'public' and c.column_name = 'provenance' and t.table_type = 'BASE TABLE'
  loop
    execute format($trigger$
      create or replace trigger update_provenance before update on %I for each row
        when (old.provenance in ('person', 'api_key', 'assistant') and new.provenance = old.provenance
          and coalesce(nullif(current_setting('app.provenance', true), ''), 'outside')
            not in ('person', 'api_key', 'assistant'))
        execute function update_provenance()$trigger$, held.name);
    if held.is_owned then
      execute format($trigger$
        create or replace trigger mark_other_user before insert on %I for each row
          when (new.provenance in ('person', 'api_key', 'assistant')
            and new.user_id <> nullif(current_setting('app.user_id', true), '')::uuid)
          execute function mark_other_user()$trigger$, held.name);
    end if;
  end loop;
end $$;
