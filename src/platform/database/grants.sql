-- What requests and jobs may do at all; policies decide on which rows. Tables without a policy for the role get no
-- grant, so that a forgotten policy is an error and not an empty list.
revoke create on schema public from public;
grant usage on schema public to adjutant_app, adjutant_auth;
grant usage, select on all sequences in schema public to adjutant_app, adjutant_auth;

do $$
declare
  granted record;
begin
  for granted in
    select class.oid::regclass as name, role.rolname as role,
           exists (select from pg_policy where polrelid = class.oid and role.oid = any(polroles)) as served
      from pg_class class, pg_roles role
     where class.relnamespace = 'public'::regnamespace and class.relkind in ('r', 'p')
       and role.rolname in ('adjutant_app', 'adjutant_auth')
  loop
    execute format('revoke all on %s from %I', granted.name, granted.role);
    if granted.served then
      execute format('grant select, insert, update, delete on %s to %I', granted.name, granted.role);
    end if;
  end loop;
end $$;
