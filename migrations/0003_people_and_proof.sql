CREATE TABLE "assistant_chats" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" uuid NOT NULL,
	"title" text NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "assistant_chats" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "assistant_memories" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" uuid NOT NULL,
	"content" text NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "assistant_memories" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "assistant_messages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" uuid NOT NULL,
	"chat_id" uuid NOT NULL,
	"role" text NOT NULL,
	"content" text NOT NULL,
	"cards" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"suggestions" text[] DEFAULT '{}' NOT NULL,
	"acts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"intent" text,
	"asked" jsonb,
	"undo" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"undone_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "assistant_messages" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "assistant_proposals" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"capability" text NOT NULL,
	"input" jsonb NOT NULL,
	"summary" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"credential_id" text,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"decided_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "assistant_proposals" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "backup_schedules" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"is_on" boolean DEFAULT true NOT NULL,
	"hour" integer DEFAULT 2 NOT NULL,
	"keep" integer DEFAULT 7 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "backup_schedules_one_row" CHECK (id),
	CONSTRAINT "backup_schedules_hour" CHECK (hour between 0 and 23),
	CONSTRAINT "backup_schedules_keep" CHECK (keep between 1 and 365)
);
--> statement-breakpoint
ALTER TABLE "backup_schedules" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "backups" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"file_name" text NOT NULL,
	"origin" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"size" bigint,
	"sha256" text,
	"reason" text,
	"finished_at" timestamp (3) with time zone,
	"verified_at" timestamp (3) with time zone,
	"proof" jsonb
);
--> statement-breakpoint
ALTER TABLE "backups" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "booking_pages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" uuid NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"description" text,
	"location" text,
	"meeting_link" text,
	"minutes" integer DEFAULT 30 NOT NULL,
	"every" integer DEFAULT 30 NOT NULL,
	"buffer_before" integer DEFAULT 0 NOT NULL,
	"buffer_after" integer DEFAULT 0 NOT NULL,
	"notice_minutes" integer DEFAULT 240 NOT NULL,
	"days_ahead" integer DEFAULT 30 NOT NULL,
	"per_day" integer,
	"days" integer[],
	"from_minute" integer,
	"to_minute" integer,
	"calendar_id" uuid,
	"is_open" boolean DEFAULT true NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "booking_pages_minutes" CHECK (minutes between 5 and 720 and every between 5 and 720),
	CONSTRAINT "booking_pages_hours" CHECK (from_minute >= 0 and from_minute < to_minute and to_minute <= 1440)
);
--> statement-breakpoint
ALTER TABLE "booking_pages" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "bookings" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" uuid NOT NULL,
	"page_id" uuid NOT NULL,
	"event_id" uuid,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"note" text,
	"time_zone" text NOT NULL,
	"start_time" timestamp (3) with time zone NOT NULL,
	"end_time" timestamp (3) with time zone NOT NULL,
	"token_hash" text NOT NULL,
	"source_hash" text,
	"cancelled_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "bookings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "call_participants" (
	"call_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"state" text NOT NULL,
	"seat" uuid,
	"invited_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"joined_at" timestamp (3) with time zone,
	"left_at" timestamp (3) with time zone,
	"seen_at" timestamp (3) with time zone,
	"signal_count" integer DEFAULT 0 NOT NULL,
	"signals_since" timestamp (3) with time zone,
	CONSTRAINT "call_participants_call_id_user_id_pk" PRIMARY KEY("call_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "call_participants" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "call_signals" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"call_id" uuid NOT NULL,
	"sender_id" uuid NOT NULL,
	"from_seat" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"to_seat" uuid NOT NULL,
	"signal" jsonb NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "call_signals" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "calls" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"conversation_id" uuid NOT NULL,
	"started_by" uuid NOT NULL,
	"kind" text NOT NULL,
	"state" text DEFAULT 'ringing' NOT NULL,
	"answered_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"end_reason" text,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "calls" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "conversation_mutes" (
	"user_id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"muted_until" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "conversation_mutes_user_id_conversation_id_pk" PRIMARY KEY("user_id","conversation_id")
);
--> statement-breakpoint
ALTER TABLE "conversation_mutes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "message_edits" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"message_id" uuid NOT NULL,
	"content" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "message_edits" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "message_mails" (
	"message_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"email_id" uuid NOT NULL,
	"direction" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "message_mails" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "message_outcomes" (
	"message_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"record_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "message_outcomes_message_id_user_id_record_id_pk" PRIMARY KEY("message_id","user_id","record_id")
);
--> statement-breakpoint
ALTER TABLE "message_outcomes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "message_reactions" (
	"message_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"emoji" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "message_reactions_message_id_user_id_emoji_pk" PRIMARY KEY("message_id","user_id","emoji"),
	CONSTRAINT "message_reactions_emoji" CHECK (char_length(emoji) between 1 and 16)
);
--> statement-breakpoint
ALTER TABLE "message_reactions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "leave_times" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"title" text NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"origin" text NOT NULL,
	"destination" text NOT NULL,
	"minutes" integer NOT NULL,
	"buffer_minutes" integer NOT NULL,
	"leave_at" timestamp (3) with time zone NOT NULL,
	"kind" text DEFAULT 'simulated' NOT NULL,
	"note" text,
	"last_updated" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "leave_times_event" UNIQUE("user_id","event_id")
);
--> statement-breakpoint
ALTER TABLE "leave_times" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "account_deletions" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"requested_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "account_deletions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "data_exports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" uuid NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"progress" integer DEFAULT 0 NOT NULL,
	"storage_key" text,
	"size" bigint,
	"sha256" text,
	"finished_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	CONSTRAINT "data_exports_progress" CHECK (progress between 0 and 100)
);
--> statement-breakpoint
ALTER TABLE "data_exports" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "document_upload_parts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"upload_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"start" bigint NOT NULL,
	"size" integer NOT NULL,
	"storage_key" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "document_upload_parts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "document_uploads" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"file_size" bigint NOT NULL,
	"sha256" text NOT NULL,
	"fields" jsonb,
	"document_id" uuid,
	"received" bigint DEFAULT 0 NOT NULL,
	"made_id" uuid,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "document_uploads" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "mail_searches" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"place" integer DEFAULT 0 NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "mail_searches" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "mail_unsubscribes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" uuid NOT NULL,
	"sender_address" text NOT NULL,
	"outcome" text NOT NULL,
	"reason" text
);
--> statement-breakpoint
ALTER TABLE "mail_unsubscribes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "payment_syncs" (
	"provider" text PRIMARY KEY NOT NULL,
	"cursor" bigint,
	"last_synced_at" timestamp (3) with time zone,
	"last_error" text
);
--> statement-breakpoint
ALTER TABLE "payment_syncs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint DEFAULT 0 NOT NULL,
	"transports" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "passkeys" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"code_hash" text NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "recovery_codes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sign_in_steps" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid,
	"purpose" text NOT NULL,
	"token_hash" text NOT NULL,
	"challenge" text,
	"failures" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sign_in_steps" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "totp_secrets" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"sealed" text NOT NULL,
	"confirmed_at" timestamp with time zone,
	"last_step" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "totp_secrets" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "audit_seals" (
	"sequence" bigint PRIMARY KEY NOT NULL,
	"row_ids" uuid[] NOT NULL,
	"until" timestamp with time zone NOT NULL,
	"hash" text NOT NULL,
	"sealed_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit_seals" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "model_uses" (
	"user_id" uuid NOT NULL,
	"day" date NOT NULL,
	"calls" integer DEFAULT 0 NOT NULL,
	"letters_in" integer DEFAULT 0 NOT NULL,
	"letters_out" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "model_uses_day" PRIMARY KEY("user_id","day")
);
--> statement-breakpoint
ALTER TABLE "model_uses" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "notice_deliveries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" uuid NOT NULL,
	"notification_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"reason" text,
	CONSTRAINT "notice_deliveries_once" UNIQUE("notification_id","channel")
);
--> statement-breakpoint
ALTER TABLE "notice_deliveries" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "notification_policies" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"kinds" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"quiet_enabled" boolean DEFAULT false NOT NULL,
	"quiet_from" text DEFAULT '22:00' NOT NULL,
	"quiet_to" text DEFAULT '07:00' NOT NULL,
	"urgent_passes" boolean DEFAULT true NOT NULL,
	"push_contents" boolean DEFAULT false NOT NULL,
	"digest_time" text DEFAULT '17:00' NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "notification_policies_times" CHECK (quiet_from ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$' and quiet_to ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'
        and digest_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$')
);
--> statement-breakpoint
ALTER TABLE "notification_policies" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "push_devices" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" uuid NOT NULL,
	"session_id" uuid,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"user_agent" text,
	"last_sent_at" timestamp (3) with time zone,
	CONSTRAINT "push_devices_endpoint" UNIQUE("user_id","endpoint")
);
--> statement-breakpoint
ALTER TABLE "push_devices" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "push_keys" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"public_key" text NOT NULL,
	"private_key" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "push_keys" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
DROP INDEX "emails_unread";--> statement-breakpoint
DROP INDEX "team_decisions_newest";--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "other_emails" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "other_phones" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "organization" text;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "card_uid" text;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "shares_history" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "goes_by_email" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "reply_to_id" uuid;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "mentions" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "voice_commands" ADD COLUMN "proposal" jsonb;--> statement-breakpoint
ALTER TABLE "document_versions" ADD COLUMN "scan_state" text DEFAULT 'unscanned' NOT NULL;--> statement-breakpoint
ALTER TABLE "document_versions" ADD COLUMN "scan_finding" text;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "scan_state" text DEFAULT 'unscanned' NOT NULL;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "scan_finding" text;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "source_storage_key" text;--> statement-breakpoint
ALTER TABLE "mail_accounts" ADD COLUMN "undo_seconds" integer;--> statement-breakpoint
ALTER TABLE "mail_deliveries" ADD COLUMN "uncertain_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "refunded_amount" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "daily_operations_settings" ADD COLUMN "leave_buffer" integer DEFAULT 10 NOT NULL;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "density" text DEFAULT 'comfortable' NOT NULL;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "motion" text DEFAULT 'system' NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "impersonated_by" uuid;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "impersonation_reason" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "suspended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "impersonated_by" uuid;--> statement-breakpoint
ALTER TABLE "smart_notifications" ADD COLUMN "snoozed_from" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "smart_notifications" ADD COLUMN "held_back" text;--> statement-breakpoint
ALTER TABLE "system_settings" ADD COLUMN "stun_urls" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "system_settings" ADD COLUMN "turn_urls" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "system_settings" ADD COLUMN "relay_calls_only" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "assistant_messages" ADD CONSTRAINT "assistant_messages_chat_id_assistant_chats_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."assistant_chats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assistant_proposals" ADD CONSTRAINT "assistant_proposals_message_id_assistant_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."assistant_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking_pages" ADD CONSTRAINT "booking_pages_calendar_id_calendars_id_fk" FOREIGN KEY ("calendar_id") REFERENCES "public"."calendars"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_page_id_booking_pages_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."booking_pages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "call_participants" ADD CONSTRAINT "call_participants_call_id_calls_id_fk" FOREIGN KEY ("call_id") REFERENCES "public"."calls"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "call_signals" ADD CONSTRAINT "call_signals_call_id_calls_id_fk" FOREIGN KEY ("call_id") REFERENCES "public"."calls"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calls" ADD CONSTRAINT "calls_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_mutes" ADD CONSTRAINT "conversation_mutes_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_edits" ADD CONSTRAINT "message_edits_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_mails" ADD CONSTRAINT "message_mails_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_outcomes" ADD CONSTRAINT "message_outcomes_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_reactions" ADD CONSTRAINT "message_reactions_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_upload_parts" ADD CONSTRAINT "document_upload_parts_upload_id_document_uploads_id_fk" FOREIGN KEY ("upload_id") REFERENCES "public"."document_uploads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_steps" ADD CONSTRAINT "sign_in_steps_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "totp_secrets" ADD CONSTRAINT "totp_secrets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_deliveries" ADD CONSTRAINT "notice_deliveries_notification_id_smart_notifications_id_fk" FOREIGN KEY ("notification_id") REFERENCES "public"."smart_notifications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_devices" ADD CONSTRAINT "push_devices_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "assistant_chats_newest" ON "assistant_chats" USING btree ("user_id","updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "assistant_memories_newest" ON "assistant_memories" USING btree ("user_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "assistant_messages_chat" ON "assistant_messages" USING btree ("chat_id","created_at","id");--> statement-breakpoint
CREATE INDEX "assistant_messages_user" ON "assistant_messages" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "assistant_proposals_message" ON "assistant_proposals" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "assistant_proposals_user" ON "assistant_proposals" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "backups_newest" ON "backups" USING btree ("created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "booking_pages_slug" ON "booking_pages" USING btree ("slug") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "booking_pages_user" ON "booking_pages" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "bookings_token" ON "bookings" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "bookings_page" ON "bookings" USING btree ("page_id","start_time");--> statement-breakpoint
CREATE INDEX "bookings_event" ON "bookings" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "bookings_user" ON "bookings" USING btree ("user_id","start_time","id");--> statement-breakpoint
CREATE INDEX "bookings_source" ON "bookings" USING btree ("source_hash","created_at");--> statement-breakpoint
CREATE INDEX "call_participants_present" ON "call_participants" USING btree ("user_id") WHERE state in ('ringing', 'joined');--> statement-breakpoint
CREATE INDEX "call_signals_seat" ON "call_signals" USING btree ("to_seat","id");--> statement-breakpoint
CREATE INDEX "call_signals_call" ON "call_signals" USING btree ("call_id");--> statement-breakpoint
CREATE INDEX "call_signals_at" ON "call_signals" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "calls_running" ON "calls" USING btree ("conversation_id") WHERE state <> 'ended';--> statement-breakpoint
CREATE INDEX "calls_conversation" ON "calls" USING btree ("conversation_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "conversation_mutes_conversation" ON "conversation_mutes" USING btree ("conversation_id");--> statement-breakpoint
CREATE INDEX "message_edits_message" ON "message_edits" USING btree ("message_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "message_mails_email" ON "message_mails" USING btree ("user_id","email_id");--> statement-breakpoint
CREATE INDEX "account_deletions_due" ON "account_deletions" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "data_exports_newest" ON "data_exports" USING btree ("user_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "data_exports_one_at_a_time" ON "data_exports" USING btree ("user_id") WHERE state in ('waiting', 'running');--> statement-breakpoint
CREATE UNIQUE INDEX "document_upload_parts_of_upload" ON "document_upload_parts" USING btree ("upload_id","start");--> statement-breakpoint
CREATE INDEX "document_upload_parts_owner" ON "document_upload_parts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "document_upload_parts_storage_key" ON "document_upload_parts" USING btree ("storage_key");--> statement-breakpoint
CREATE INDEX "document_uploads_owner" ON "document_uploads" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "document_uploads_expiry" ON "document_uploads" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "mail_searches_place" ON "mail_searches" USING btree ("user_id","place","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "mail_searches_trash" ON "mail_searches" USING btree ("user_id","deleted_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE deleted_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "mail_unsubscribes_sender" ON "mail_unsubscribes" USING btree ("user_id","sender_address");--> statement-breakpoint
CREATE UNIQUE INDEX "passkeys_credential" ON "passkeys" USING btree ("credential_id");--> statement-breakpoint
CREATE INDEX "passkeys_user" ON "passkeys" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "recovery_codes_code" ON "recovery_codes" USING btree ("user_id","code_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "sign_in_steps_token" ON "sign_in_steps" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "sign_in_steps_expiry" ON "sign_in_steps" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "audit_seals_until" ON "audit_seals" USING btree ("until");--> statement-breakpoint
CREATE INDEX "notice_deliveries_due" ON "notice_deliveries" USING btree ("due_at") WHERE state in ('waiting', 'taken');--> statement-breakpoint
CREATE INDEX "notice_deliveries_user" ON "notice_deliveries" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "push_devices_session" ON "push_devices" USING btree ("session_id");--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_reply_to_id_messages_id_fk" FOREIGN KEY ("reply_to_id") REFERENCES "public"."messages"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contacts_card" ON "contacts" USING btree ("user_id","card_uid") WHERE card_uid is not null;--> statement-breakpoint
CREATE INDEX "messages_answers" ON "messages" USING btree ("reply_to_id") WHERE reply_to_id is not null;--> statement-breakpoint
CREATE INDEX "document_versions_unscanned" ON "document_versions" USING btree ("created_at") WHERE scan_state = 'waiting';--> statement-breakpoint
CREATE INDEX "documents_unscanned" ON "documents" USING btree ("created_at") WHERE scan_state = 'waiting';--> statement-breakpoint
CREATE INDEX "emails_junk" ON "emails" USING btree ("user_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE folder = 'junk' and deleted_at is null;--> statement-breakpoint
CREATE INDEX "emails_of_account" ON "emails" USING btree ("user_id","account_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "emails_subscribed" ON "emails" USING btree ("user_id","sender_address","created_at" DESC NULLS FIRST) WHERE list_unsubscribe is not null and deleted_at is null;--> statement-breakpoint
CREATE INDEX "payments_status" ON "payments" USING btree ("status","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "payments_figures" ON "payments" USING btree ("created_at","status","currency","payment_method","amount");--> statement-breakpoint
CREATE INDEX "audit_log_newest" ON "audit_log" USING btree ("at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_log_capability" ON "audit_log" USING btree ("capability","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_log_area" ON "audit_log" USING btree (split_part(capability, '.', 1),"at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_log_refused" ON "audit_log" USING btree ("at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE outcome = 'refused';--> statement-breakpoint
CREATE INDEX "emails_unread" ON "emails" USING btree ("user_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"folder","snoozed_until") WHERE status = 'received' and not is_read and deleted_at is null;--> statement-breakpoint
CREATE INDEX "team_decisions_newest" ON "team_decisions" USING btree ("workspace_id","status","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
ALTER TABLE "daily_operations_settings" ADD CONSTRAINT "daily_operations_settings_buffer" CHECK (leave_buffer between 0 and 240);--> statement-breakpoint
CREATE POLICY "assistant_chats_own" ON "assistant_chats" AS PERMISSIVE FOR ALL TO "adjutant_app" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "assistant_memories_own" ON "assistant_memories" AS PERMISSIVE FOR ALL TO "adjutant_app" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "assistant_messages_own" ON "assistant_messages" AS PERMISSIVE FOR ALL TO "adjutant_app" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "assistant_proposals_own" ON "assistant_proposals" AS PERMISSIVE FOR ALL TO "adjutant_app" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "booking_pages_own" ON "booking_pages" AS PERMISSIVE FOR ALL TO "adjutant_app" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "bookings_own" ON "bookings" AS PERMISSIVE FOR ALL TO "adjutant_app" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "conversation_mutes_own" ON "conversation_mutes" AS PERMISSIVE FOR ALL TO "adjutant_app" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "message_mails_own" ON "message_mails" AS PERMISSIVE FOR ALL TO "adjutant_app" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "message_outcomes_own" ON "message_outcomes" AS PERMISSIVE FOR ALL TO "adjutant_app" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "leave_times_own" ON "leave_times" AS PERMISSIVE FOR ALL TO "adjutant_app" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "account_deletions_own" ON "account_deletions" AS PERMISSIVE FOR ALL TO "adjutant_app" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid) and due_at > now() + interval '6 days');--> statement-breakpoint
CREATE POLICY "data_exports_own" ON "data_exports" AS PERMISSIVE FOR ALL TO "adjutant_app" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "document_upload_parts_own" ON "document_upload_parts" AS PERMISSIVE FOR ALL TO "adjutant_app" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "document_uploads_own" ON "document_uploads" AS PERMISSIVE FOR ALL TO "adjutant_app" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "mail_searches_own" ON "mail_searches" AS PERMISSIVE FOR ALL TO "adjutant_app" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "mail_unsubscribes_own" ON "mail_unsubscribes" AS PERMISSIVE FOR ALL TO "adjutant_app" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "passkeys_auth" ON "passkeys" AS PERMISSIVE FOR ALL TO "adjutant_auth" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "recovery_codes_auth" ON "recovery_codes" AS PERMISSIVE FOR ALL TO "adjutant_auth" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "sign_in_steps_auth" ON "sign_in_steps" AS PERMISSIVE FOR ALL TO "adjutant_auth" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "totp_secrets_auth" ON "totp_secrets" AS PERMISSIVE FOR ALL TO "adjutant_auth" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "model_uses_own" ON "model_uses" AS PERMISSIVE FOR ALL TO "adjutant_app" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "notice_deliveries_own" ON "notice_deliveries" AS PERMISSIVE FOR ALL TO "adjutant_app" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "notification_policies_own" ON "notification_policies" AS PERMISSIVE FOR ALL TO "adjutant_app" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "push_devices_own" ON "push_devices" AS PERMISSIVE FOR ALL TO "adjutant_app" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));