-- The key pair of this instance for push services: everybody may know its public half, jobs open the other.
drop policy if exists push_keys_jobs on push_keys;
create policy push_keys_jobs on push_keys for select to adjutant_app using ((select my_user_id()) is null);

create or replace function push_public_key() returns text
  language sql stable security definer set search_path = public, pg_temp as $$
    select public_key from push_keys;
  $$;

-- Of two that make one at once the first stays. Answers which.
create or replace function keep_push_keys(public_half text, sealed text) returns text
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  insert into push_keys (id, public_key, private_key) values (true, public_half, sealed) on conflict do nothing;
  return (select public_key from push_keys);
end $$;

revoke all on function push_public_key(), keep_push_keys(text, text) from public;
grant execute on function push_public_key(), keep_push_keys(text, text) to adjutant_app;
