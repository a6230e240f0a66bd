-- Why in SQL and not in TypeScript (held to the code by scripts/sql-reasons.ts):
--   rows of other owners: add_sample_colleagues, remove_sample_team
--   asked by SQL: my_sample_domain

-- The colleagues of a sample workspace are users without credentials, roles or sessions: nobody can sign in as one.
-- Each account has its own, under an address that carries its id in a domain that can never exist (RFC 2606).
create or replace function my_sample_domain() returns text
  language sql stable set search_path = public, pg_temp as $$
    select '@aldermoor-' || left(my_user_id()::text, 8) || '.example';
  $$;

create or replace function add_sample_colleagues(colleagues jsonb) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from jsonb_to_recordset(colleagues) as c(email text)
              where not coalesce(c.email like '%' || my_sample_domain(), false)) then
    raise exception 'A sample colleague has an address of the sample' using errcode = 'insufficient_privilege';
  end if;
  insert into public.users (id, email, address_state)
    select c.id, c.email, 'vouched' from jsonb_to_recordset(colleagues) as c(id uuid, email text);
  insert into public.profiles (user_id, full_name, email)
    select c.id, c.name, c.email from jsonb_to_recordset(colleagues) as c(id uuid, name text, email text)
    on conflict (user_id) do update set full_name = excluded.full_name;
end $$;

-- Removes the shared part of a loaded sample, even if its owner has since left a conversation or a workspace. Only rows
-- that this user loaded or created.
create or replace function remove_sample_team() returns void
  language sql security definer set search_path = public, pg_temp as $$
    delete from public.conversations c using public.sample_records r
     where r.user_id = my_user_id() and r.kind = 'conversations' and c.id = r.record_id
       and c.created_by = my_user_id();
    delete from public.workspaces w using public.sample_records r
     where r.user_id = my_user_id() and r.kind = 'workspaces' and w.id = r.record_id
       and w.created_by = my_user_id();
    delete from public.users u using public.sample_records r
     where r.user_id = my_user_id() and r.kind = 'users' and u.id = r.record_id
       and u.email like '%' || my_sample_domain();
  $$;
