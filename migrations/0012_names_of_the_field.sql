ALTER TABLE "mail_boxes" RENAME TO "mailboxes";
--> statement-breakpoint
ALTER TABLE "mail_locations" RENAME TO "mailbox_messages";
--> statement-breakpoint
ALTER TABLE "mail_ops" RENAME TO "mail_pending_operations";
--> statement-breakpoint
ALTER TABLE "hook_deliveries" RENAME TO "webhook_deliveries";
--> statement-breakpoint
ALTER TABLE "incoming_hooks" RENAME TO "incoming_webhooks";
--> statement-breakpoint
ALTER TABLE "remote_links" RENAME TO "remote_objects";
--> statement-breakpoint
ALTER TABLE "paper_readings" RENAME TO "decision_paper_reads";
--> statement-breakpoint
ALTER TABLE "notice_deliveries" RENAME TO "notification_deliveries";
--> statement-breakpoint
ALTER TABLE "assistant_settings" RENAME COLUMN "obeys_replies" TO "accepts_replies";
--> statement-breakpoint
ALTER TABLE "events" RENAME COLUMN "made_from" TO "created_from";
--> statement-breakpoint
ALTER TABLE "events" RENAME COLUMN "sync_fault" TO "sync_error";
--> statement-breakpoint
ALTER TABLE "voice_commands" RENAME COLUMN "heard_by" TO "transcribed_by";
--> statement-breakpoint
ALTER TABLE "voice_commands" RENAME COLUMN "made_id" TO "result_id";
--> statement-breakpoint
ALTER TABLE "document_uploads" RENAME COLUMN "made_id" TO "result_id";
--> statement-breakpoint
ALTER TABLE "emails" RENAME COLUMN "body_fault" TO "body_error";
--> statement-breakpoint
ALTER TABLE "mailboxes" RENAME COLUMN "is_followed" TO "is_synced";
--> statement-breakpoint
ALTER TABLE "mail_deliveries" RENAME COLUMN "data_began_at" TO "data_started_at";
--> statement-breakpoint
ALTER TABLE "mailbox_messages" RENAME COLUMN "box_id" TO "mailbox_id";
--> statement-breakpoint
ALTER TABLE "webhook_deliveries" RENAME COLUMN "hook_id" TO "webhook_id";
--> statement-breakpoint
ALTER TABLE "integrations" RENAME COLUMN "wishes" TO "import_options";
--> statement-breakpoint
ALTER TABLE "push_channels" RENAME COLUMN "last_heard_at" TO "last_received_at";
--> statement-breakpoint
ALTER TABLE "api_keys" RENAME COLUMN "acts_alone" TO "skips_approval";
--> statement-breakpoint
ALTER TABLE "users" RENAME COLUMN "address_ground" TO "address_reason";
--> statement-breakpoint
ALTER TABLE "model_uses" RENAME COLUMN "letters_in" TO "characters_in";
--> statement-breakpoint
ALTER TABLE "model_uses" RENAME COLUMN "letters_out" TO "characters_out";
--> statement-breakpoint
ALTER TABLE "notification_policies" RENAME COLUMN "urgent_passes" TO "allows_urgent";
--> statement-breakpoint
ALTER TABLE "notification_policies" RENAME COLUMN "favorites_pass" TO "allows_favorites";
--> statement-breakpoint
ALTER TABLE "smart_notifications" RENAME COLUMN "told_by" TO "notified_by";
--> statement-breakpoint
ALTER TABLE "server_processes" RENAME COLUMN "beat_at" TO "heartbeat_at";
--> statement-breakpoint
ALTER TABLE "mailboxes" RENAME CONSTRAINT "mail_boxes_of_account" TO "mailboxes_of_account";
--> statement-breakpoint
ALTER TABLE "mailboxes" RENAME CONSTRAINT "mail_boxes_owner" TO "mailboxes_owner";
--> statement-breakpoint
ALTER POLICY "mail_boxes_own" ON "mailboxes" RENAME TO "mailboxes_own";
--> statement-breakpoint
ALTER TABLE "mailbox_messages" RENAME CONSTRAINT "mail_locations_email_id_emails_id_fk" TO "mailbox_messages_email_id_emails_id_fk";
--> statement-breakpoint
ALTER TABLE "mailbox_messages" RENAME CONSTRAINT "mail_locations_of_box" TO "mailbox_messages_of_box";
--> statement-breakpoint
ALTER TABLE "mailbox_messages" RENAME CONSTRAINT "mail_locations_place" TO "mailbox_messages_place";
--> statement-breakpoint
ALTER POLICY "mail_locations_own" ON "mailbox_messages" RENAME TO "mailbox_messages_own";
--> statement-breakpoint
ALTER TABLE "mail_pending_operations" RENAME CONSTRAINT "mail_ops_of_account" TO "mail_pending_operations_of_account";
--> statement-breakpoint
ALTER POLICY "mail_ops_own" ON "mail_pending_operations" RENAME TO "mail_pending_operations_own";
--> statement-breakpoint
ALTER POLICY "hook_deliveries_own" ON "webhook_deliveries" RENAME TO "webhook_deliveries_own";
--> statement-breakpoint
ALTER POLICY "incoming_hooks_own" ON "incoming_webhooks" RENAME TO "incoming_webhooks_own";
--> statement-breakpoint
ALTER POLICY "remote_links_own" ON "remote_objects" RENAME TO "remote_objects_own";
--> statement-breakpoint
ALTER TABLE "decision_paper_reads" RENAME CONSTRAINT "paper_readings_decision_id_team_decisions_id_fk" TO "decision_paper_reads_decision_id_team_decisions_id_fk";
--> statement-breakpoint
ALTER TABLE "decision_paper_reads" RENAME CONSTRAINT "paper_readings_decision_id_document_id_user_id_pk" TO "decision_paper_reads_decision_id_document_id_user_id_pk";
--> statement-breakpoint
ALTER TABLE "notification_deliveries" RENAME CONSTRAINT "notice_deliveries_notification_id_smart_notifications_id_fk" TO "notification_deliveries_notification_id_smart_notifications_id_";
--> statement-breakpoint
ALTER TABLE "notification_deliveries" RENAME CONSTRAINT "notice_deliveries_once" TO "notification_deliveries_once";
--> statement-breakpoint
ALTER POLICY "notice_deliveries_own" ON "notification_deliveries" RENAME TO "notification_deliveries_own";
--> statement-breakpoint
ALTER INDEX "mail_boxes_path" RENAME TO "mailboxes_path";
--> statement-breakpoint
ALTER INDEX "mail_boxes_pkey" RENAME TO "mailboxes_pkey";
--> statement-breakpoint
ALTER INDEX "mail_locations_email" RENAME TO "mailbox_messages_email";
--> statement-breakpoint
ALTER INDEX "mail_ops_due" RENAME TO "mail_pending_operations_due";
--> statement-breakpoint
ALTER INDEX "mail_ops_email" RENAME TO "mail_pending_operations_email";
--> statement-breakpoint
ALTER INDEX "mail_ops_pkey" RENAME TO "mail_pending_operations_pkey";
--> statement-breakpoint
ALTER INDEX "hook_deliveries_newest" RENAME TO "webhook_deliveries_newest";
--> statement-breakpoint
ALTER INDEX "hook_deliveries_due" RENAME TO "webhook_deliveries_due";
--> statement-breakpoint
ALTER INDEX "hook_deliveries_user" RENAME TO "webhook_deliveries_user";
--> statement-breakpoint
ALTER INDEX "hook_deliveries_once" RENAME TO "webhook_deliveries_once";
--> statement-breakpoint
ALTER INDEX "hook_deliveries_pkey" RENAME TO "webhook_deliveries_pkey";
--> statement-breakpoint
ALTER INDEX "incoming_hooks_token" RENAME TO "incoming_webhooks_token";
--> statement-breakpoint
ALTER INDEX "incoming_hooks_user" RENAME TO "incoming_webhooks_user";
--> statement-breakpoint
ALTER INDEX "incoming_hooks_pkey" RENAME TO "incoming_webhooks_pkey";
--> statement-breakpoint
ALTER INDEX "remote_links_remote" RENAME TO "remote_objects_remote";
--> statement-breakpoint
ALTER INDEX "remote_links_record" RENAME TO "remote_objects_record";
--> statement-breakpoint
ALTER INDEX "remote_links_user" RENAME TO "remote_objects_user";
--> statement-breakpoint
ALTER INDEX "remote_links_pkey" RENAME TO "remote_objects_pkey";
--> statement-breakpoint
ALTER INDEX "notice_deliveries_due" RENAME TO "notification_deliveries_due";
--> statement-breakpoint
ALTER INDEX "notice_deliveries_user" RENAME TO "notification_deliveries_user";
--> statement-breakpoint
ALTER INDEX "notice_deliveries_pkey" RENAME TO "notification_deliveries_pkey";
--> statement-breakpoint
-- By hand: functions keep what uses them; on a database that is new there are none yet.
DO $$
DECLARE renamed record;
BEGIN
  FOR renamed IN
    SELECT p.oid::regprocedure AS old, n.new FROM pg_proc p JOIN (VALUES ('accounts_in_trouble', 'failing_connections'), ('believe_auth_server', 'apply_auth_server'), ('count_events_anew', 'analyze_events'), ('favors', 'has_favorite'), ('has_written', 'has_posted'), ('is_invented', 'is_sample_person'), ('keep_decision', 'freeze_decision'), ('keep_earlier_words', 'record_message_edit'), ('keep_outside_messages', 'store_outside_messages'), ('keep_push_keys', 'store_push_keys'), ('keep_vote', 'check_vote'), ('keep_what_was_sent', 'freeze_sent_message'), ('may_be_told', 'may_be_notified'), ('message_holds', 'is_message_content_allowed'), ('name_other_user', 'mark_other_user'), ('note_mail_op', 'queue_mail_operation'), ('note_draft_op', 'queue_draft_operation'), ('note_delivery_step', 'record_delivery_step'), ('notice_policy', 'notification_policy'), ('notice_zone', 'notification_zone'), ('people_to_look_around', 'people_to_refresh'), ('stain_provenance', 'update_provenance'), ('sum_up_payments', 'summarize_payments'), ('take_deliveries', 'claim_notification_deliveries'), ('take_due_reminders', 'claim_due_reminders'), ('times_taken', 'busy_times_of_people'), ('tell_completed_by_departure', 'notify_completed_by_departure'), ('tell_system_settings', 'publish_system_settings'), ('waited_for', 'pending_voters'), ('wording_of', 'decision_text'), ('settle_call', 'end_call_if_over'), ('settle_outside_message', 'record_outside_delivery'), ('hear_push_channel', 'receive_push_channel'), ('hold_mail_accounts', 'renew_mail_leases'), ('claim_mail_accounts', 'claim_mail_leases'), ('release_mail_accounts', 'release_mail_leases'), ('beat_presence', 'heartbeat_presence'), ('call_words', 'call_text'), ('hand_over_contact', 'transfer_contact'), ('hand_over_conversation', 'transfer_conversation'), ('hand_over_to_account', 'transfer_to_account'), ('queue_hook_deliveries', 'queue_webhook_deliveries'), ('claim_hook_deliveries', 'claim_webhook_deliveries'), ('open_incoming_hook', 'open_incoming_webhook'), ('obeys_replies', 'accepts_replies')) AS n (old, new) ON n.old = p.proname
     WHERE p.pronamespace = 'public'::regnamespace
  LOOP
    EXECUTE format('ALTER FUNCTION %s RENAME TO %I', renamed.old, renamed.new);
  END LOOP;
  FOR renamed IN
    SELECT t.tgname AS old, t.tgrelid::regclass AS owner, n.new FROM pg_trigger t JOIN (VALUES ('stain_provenance', 'update_provenance'), ('name_other_user', 'mark_other_user')) AS n (old, new) ON n.old = t.tgname
  LOOP
    EXECUTE format('ALTER TRIGGER %I ON %s RENAME TO %I', renamed.old, renamed.owner, renamed.new);
  END LOOP;
  FOR renamed IN
    SELECT policyname AS old, replace(policyname, 'paper_readings_', 'decision_paper_reads_') AS new FROM pg_policies
     WHERE schemaname = 'public' AND tablename = 'decision_paper_reads' AND policyname LIKE 'paper_readings_%'
  LOOP
    EXECUTE format('ALTER POLICY %I ON decision_paper_reads RENAME TO %I', renamed.old, renamed.new);
  END LOOP;
END $$;
