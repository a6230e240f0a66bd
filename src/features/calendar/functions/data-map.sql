-- Why in SQL and not in TypeScript (held to the code by scripts/sql-reasons.ts):
--   found by prefix: data_map_of_calendar

-- This unit's part of the data map: src/features/data-rights/functions.sql says what the columns mean.
create or replace function data_map_of_calendar()
  returns table (name text, purpose text, retention text, mine text, is_exported boolean, on_erase text)
  language sql immutable set search_path = pg_catalog, pg_temp as $$
  values
    ('events', 'Calendar events', 'until deleted, then 30 days', 'user_id = $1', true, 'delete'),
    ('event_occurrences', 'Occurrences of recurring events', 'as long as the event', 'user_id = $1', false, 'delete'),
    ('calendars', 'Calendars', 'until deleted', 'user_id = $1', true, 'delete'),
    ('calendar_accounts', 'Connected CalDAV accounts', 'until disconnected', 'user_id = $1', true, 'delete'),
    ('calendar_feeds', 'Secret addresses of calendar feeds', 'until revoked', 'user_id = $1', true, 'delete'),
    ('calendar_settings', 'Calendar settings', 'as long as the account', 'user_id = $1', true, 'delete'),
    ('booking_pages', 'Booking pages', 'until deleted', 'user_id = $1', true, 'delete'),
    ('bookings', 'Booked times', 'as long as the booking page', 'user_id = $1', true, 'delete');
  $$;
revoke all on function data_map_of_calendar() from public;
