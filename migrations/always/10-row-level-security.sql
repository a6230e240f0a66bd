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
