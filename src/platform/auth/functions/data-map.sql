-- Why in SQL and not in TypeScript (held to the code by scripts/sql-reasons.ts):
--   found by prefix: data_map_of_auth

-- This unit's part of the data map: src/features/data-rights/functions.sql says what the columns mean.
create or replace function data_map_of_auth()
  returns table (name text, purpose text, retention text, mine text, is_exported boolean, on_erase text)
  language sql immutable set search_path = pg_catalog, pg_temp as $$
  values
    ('users', 'Accounts and their state', 'as long as the account', 'id = $1', true, 'delete'),
    ('profiles', 'Profile of the person', 'as long as the account', 'user_id = $1', true, 'with users'),
    ('user_roles', 'Roles of the account', 'as long as the account', 'user_id = $1', true, 'with users'),
    ('credentials', 'Password, hashed', 'as long as the account', 'user_id = $1', false, 'with users'),
    ('sessions', 'Signed-in browsers', 'until the session ends', 'user_id = $1', true, 'with users'),
    ('api_keys', 'API keys, hashed', 'as long as the account', 'user_id = $1', true, 'with users'),
    ('oauth_clients', 'Registered OAuth clients (agents)', 'as long as the instance', null, false, 'keep'),
    ('oauth_codes', 'Authorization codes, hashed', 'minutes', 'user_id = $1', false, 'with users'),
    ('set_up_links', 'Set-up link for the first administrator, hashed', 'a day', null, false, 'keep'),
    ('address_policy', 'Whether accounts made on this machine count as vouched for', 'as long as the instance',
      null,
      false, 'keep'),
    ('verifications', 'Confirmation and reset links, hashed', 'one hour or one week', 'user_id = $1', false, 'with users'),
    ('known_sources', 'Networks of earlier sign-ins (older versions)', '90 days', 'user_id = $1', true, 'with users'),
    ('known_devices', 'Browsers that signed in before, hashed', 'one year', 'user_id = $1', false, 'with users'),
    ('passkeys', 'Passkeys', 'as long as the account', 'user_id = $1', true, 'delete'),
    ('totp_secrets', 'Secrets of authenticator apps, encrypted', 'as long as the account', 'user_id = $1', false, 'delete'),
    ('recovery_codes', 'Recovery codes, hashed', 'as long as the account', 'user_id = $1', false, 'delete'),
    ('sign_in_steps', 'Unfinished sign-ins', 'minutes', 'user_id = $1', false, 'delete'),
    ('attempts', 'Sign-in attempts by hashed address', 'one day', null, false, 'keep');
  $$;
revoke all on function data_map_of_auth() from public;
