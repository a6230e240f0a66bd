-- This instance's key pair for push services: everybody may read the public key, only jobs the private one.
drop policy if exists push_keys_jobs on push_keys;
create policy push_keys_jobs on push_keys for select to adjutant_app using ((select my_user_id()) is null);
