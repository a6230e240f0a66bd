-- Why in SQL and not in TypeScript (held to the code by scripts/sql-reasons.ts):
--   found by prefix: data_map_of_team

-- This unit's part of the data map: src/features/data-rights/functions.sql says what the columns mean.
create or replace function data_map_of_team()
  returns table (name text, purpose text, retention text, mine text, is_exported boolean, on_erase text)
  language sql immutable set search_path = pg_catalog, pg_temp as $$
  values
    ('workspaces', 'Workspaces', 'until deleted', 'created_by = $1', true, 'hand over'),
    ('workspace_members', 'Members of workspaces', 'as long as the workspace', 'user_id = $1', true, 'delete'),
    ('team_invitations', 'Invitations to workspaces', '30 days after they end',
      'invited_by = $1 or invited_email = (select u.email from public.users u where u.id = $1 and public.address_counts(u.address_state, u.address_reason))',
      true, 'delete'),
    ('vote_proxies', 'Proxies for votes', 'one year', 'grantor_id = $1 or proxy_id = $1', true, 'delete'),
    ('team_decisions', 'Decisions', 'as long as the workspace', 'created_by = $1', true, 'keep'),
    ('decision_votes', 'Votes', 'as long as the decision', 'user_id = $1', true, 'keep'),
    ('decision_papers', 'Documents attached to decisions', 'as long as the decision', 'attached_by = $1', true, 'keep'),
    ('decision_paper_reads', 'Who has read the documents of decisions', 'as long as the decision',
      'user_id = $1',
      true, 'keep'),
    ('decision_log', 'Sealed log of decisions', 'as long as the decision', null, false, 'keep');
  $$;
revoke all on function data_map_of_team() from public;
