ALTER TABLE "assistant_messages" RENAME COLUMN "acts" TO "tool_calls";
--> statement-breakpoint
ALTER TABLE "assistant_messages" RENAME COLUMN "asked" TO "pending_slots";
--> statement-breakpoint
ALTER TABLE "backup_schedules" RENAME COLUMN "is_on" TO "is_enabled";
--> statement-breakpoint
ALTER TABLE "backup_schedules" RENAME COLUMN "keep" TO "retained_count";
--> statement-breakpoint
ALTER TABLE "backup_schedules" RENAME COLUMN "with_bucket" TO "includes_bucket";
--> statement-breakpoint
ALTER TABLE "backups" RENAME COLUMN "left_out" TO "excluded_bucket";
--> statement-breakpoint
ALTER TABLE "backups" RENAME COLUMN "proof" TO "verification";
--> statement-breakpoint
ALTER TABLE "booking_pages" RENAME COLUMN "every" TO "slot_minutes";
--> statement-breakpoint
ALTER TABLE "booking_pages" RENAME COLUMN "per_day" TO "max_per_day";
--> statement-breakpoint
ALTER TABLE "calendar_accounts" RENAME COLUMN "schedules_itself" TO "has_server_scheduling";
--> statement-breakpoint
ALTER TABLE "call_participants" RENAME COLUMN "seat" TO "peer_id";
--> statement-breakpoint
ALTER TABLE "call_signals" RENAME COLUMN "from_seat" TO "from_peer_id";
--> statement-breakpoint
ALTER TABLE "call_signals" RENAME COLUMN "to_seat" TO "to_peer_id";
--> statement-breakpoint
ALTER TABLE "conversations" RENAME COLUMN "goes_by_email" TO "uses_email";
--> statement-breakpoint
ALTER TABLE "email_attachments" RENAME COLUMN "place" TO "position";
--> statement-breakpoint
ALTER TABLE "incoming_webhooks" RENAME COLUMN "makes" TO "creates";
--> statement-breakpoint
ALTER TABLE "mail_recipients" RENAME COLUMN "place" TO "position";
--> statement-breakpoint
ALTER TABLE "mail_searches" RENAME COLUMN "place" TO "position";
--> statement-breakpoint
ALTER TABLE "mailboxes" RENAME COLUMN "messages" TO "message_count";
--> statement-breakpoint
ALTER TABLE "mailboxes" RENAME COLUMN "known" TO "synced_count";
--> statement-breakpoint
ALTER TABLE "mailboxes" RENAME COLUMN "brought" TO "imported_count";
--> statement-breakpoint
ALTER TABLE "messages" RENAME COLUMN "outside_author" TO "external_author";
--> statement-breakpoint
ALTER TABLE "messages" RENAME COLUMN "outside_state" TO "external_state";
--> statement-breakpoint
ALTER TABLE "smart_notifications" RENAME COLUMN "held_back" TO "hold_reason";
--> statement-breakpoint
ALTER TABLE "team_decisions" RENAME COLUMN "completed_because" TO "completion_reason";
--> statement-breakpoint
ALTER TABLE "team_invitations" RENAME COLUMN "sends" TO "send_count";
--> statement-breakpoint
ALTER TABLE "webhook_deliveries" RENAME COLUMN "settled_at" TO "finished_at";
--> statement-breakpoint
ALTER INDEX "mail_searches_place" RENAME TO "mail_searches_position";
--> statement-breakpoint
ALTER INDEX "call_signals_seat" RENAME TO "call_signals_peer";
--> statement-breakpoint
ALTER TABLE "backup_schedules" RENAME CONSTRAINT "backup_schedules_keep" TO "backup_schedules_retained_count";
--> statement-breakpoint
-- By hand: values and keys that name what was renamed. The owner sees the rows of a table only without FORCE, which is set again
-- after all steps.
ALTER TABLE "document_dates" NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
UPDATE "document_dates" SET "state" = CASE "state" WHEN 'taken' THEN 'accepted' ELSE 'dismissed' END WHERE "state" IN ('taken', 'left');
--> statement-breakpoint
ALTER TABLE "voice_commands" NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
UPDATE "voice_commands" SET "transcribed_by" = 'server' WHERE "transcribed_by" = 'house';
--> statement-breakpoint
ALTER TABLE "backups" NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
UPDATE "backups" SET "verification" = "verification" - 'isGood' || jsonb_build_object('isValid', "verification" -> 'isGood') WHERE "verification" ? 'isGood';
