-- Of identities the app role may read, in its own rows, what its person may see on the screen, and may change only what
-- that person may change: never a role, an address, a hash or the expiry of a session.
revoke all on users, profiles, user_roles, sessions, api_keys from adjutant_app;
grant select on users, profiles, user_roles to adjutant_app;
grant update (full_name, avatar_url, address, time_zone, hour_cycle, first_weekday, language, density, motion, start_page, starts_empty, first_steps_at, skipped_steps, version, agents_paused_at) on profiles to adjutant_app;
grant select (id, user_id, created_at, renewed_at, expires_at, address, user_agent), delete on sessions to adjutant_app;
grant select (id, user_id, name, last_four, scopes, created_at, last_used_at, expires_at, revoked_at, tool_groups, client_id, refresh_expires_at, is_agent, skips_approval) on api_keys to adjutant_app;
grant insert, update (revoked_at, skips_approval) on api_keys to adjutant_app;
