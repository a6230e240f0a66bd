/**
 * The key by which each table would be distributed over several databases: rows of one person, one conversation or one
 * workspace together. `instance` tables are small and would be copied to every database, or stay in the directory.
 */
type Family = "person" | "conversation" | "workspace" | "instance";
type Key = { family: Family; column: string | null };

const by = (family: Family, column: string | null): Key => ({ family, column });
const instance = by("instance", null);

/** Every table that is not here is a person's, by `user_id`. */
const OTHERS: Readonly<Record<string, Key>> = {
  users: by("person", "id"),
  conversations: by("conversation", "id"),
  conversation_participants: by("conversation", "conversation_id"),
  messages: by("conversation", "conversation_id"),
  message_edits: by("conversation", "conversation_id"),
  message_reactions: by("conversation", "conversation_id"),
  calls: by("conversation", "conversation_id"),
  call_participants: by("conversation", "conversation_id"),
  call_signals: by("conversation", "conversation_id"),
  workspaces: by("workspace", "id"),
  workspace_members: by("workspace", "workspace_id"),
  team_invitations: by("workspace", "workspace_id"),
  team_decisions: by("workspace", "workspace_id"),
  vote_proxies: by("workspace", "workspace_id"),
  decision_votes: by("workspace", "workspace_id"),
  decision_log: by("workspace", "workspace_id"),
  decision_papers: by("workspace", "workspace_id"),
  decision_paper_reads: by("workspace", "workspace_id"),
  address_policy: instance,
  attempts: instance,
  audit_seals: instance,
  backup_schedules: instance,
  backups: instance,
  instance_identity: instance,
  mail_lanes: instance,
  oauth_clients: instance,
  payment_days: instance,
  payment_syncs: instance,
  payments: instance,
  push_keys: instance,
  server_processes: instance,
  set_up_links: instance,
  system_secrets: instance,
  system_settings: instance,
  system_settings_changes: instance,
};

export const keyOf = (table: string): Key => OTHERS[table] ?? by("person", "user_id");

/** The tables named here, so that a test finds one that no longer exists. */
export const NAMED_TABLES = Object.keys(OTHERS);
