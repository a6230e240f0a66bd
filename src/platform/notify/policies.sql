-- The key pair of this instance for push services: everybody may know its public half, jobs open the other.
drop policy if exists push_keys_jobs on push_keys;
create policy push_keys_jobs on push_keys for select to adjutant_app using ((select my_user_id()) is null);
