-- Why in SQL and not in TypeScript (held to the code by scripts/sql-reasons.ts):
--   found by prefix: data_map_of_daily_ops

-- This unit's part of the data map: src/features/data-rights/functions.sql says what the columns mean.
create or replace function data_map_of_daily_ops()
  returns table (name text, purpose text, retention text, mine text, is_exported boolean, on_erase text)
  language sql immutable set search_path = pg_catalog, pg_temp as $$
  values
    ('morning_briefings', 'Daily briefings', 'as long as the account', 'user_id = $1', true, 'delete'),
    ('briefing_runs', 'When briefings were created', 'as long as the account', 'user_id = $1', false, 'delete'),
    ('news_articles', 'News articles', '30 days', 'user_id = $1', true, 'delete'),
    ('news_feeds', 'News feeds', 'until deleted', 'user_id = $1', true, 'delete'),
    ('news_interests', 'Topics that the person reads about', 'as long as the account', 'user_id = $1', true, 'delete'),
    ('weather_data', 'Weather', 'until the next update', 'user_id = $1', true, 'delete'),
    ('traffic_data', 'Travel times', 'until the next update', 'user_id = $1', true, 'delete'),
    ('voice_commands', 'Voice commands', 'as long as the account', 'user_id = $1', true, 'delete'),
    ('leave_times', 'When to leave for events', 'as long as the event', 'user_id = $1', true, 'delete');
  $$;
revoke all on function data_map_of_daily_ops() from public;
