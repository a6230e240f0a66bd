CREATE TABLE "agent_requests" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"provenance" text DEFAULT coalesce(nullif(current_setting('app.provenance', true), ''), 'outside') NOT NULL,
	"user_id" uuid NOT NULL,
	"credential_id" text NOT NULL,
	"agent_name" text NOT NULL,
	"capability" text NOT NULL,
	"input" jsonb NOT NULL,
	"input_hash" text NOT NULL,
	"summary" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"answer" jsonb,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"decided_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "agent_requests" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "assistant_chats" ADD COLUMN "provenance" text DEFAULT coalesce(nullif(current_setting('app.provenance', true), ''), 'outside') NOT NULL;--> statement-breakpoint
ALTER TABLE "assistant_memories" ADD COLUMN "provenance" text DEFAULT coalesce(nullif(current_setting('app.provenance', true), ''), 'outside') NOT NULL;--> statement-breakpoint
ALTER TABLE "assistant_messages" ADD COLUMN "provenance" text DEFAULT coalesce(nullif(current_setting('app.provenance', true), ''), 'outside') NOT NULL;--> statement-breakpoint
ALTER TABLE "assistant_proposals" ADD COLUMN "provenance" text DEFAULT coalesce(nullif(current_setting('app.provenance', true), ''), 'outside') NOT NULL;--> statement-breakpoint
ALTER TABLE "backups" ADD COLUMN "provenance" text DEFAULT coalesce(nullif(current_setting('app.provenance', true), ''), 'outside') NOT NULL;--> statement-breakpoint
ALTER TABLE "booking_pages" ADD COLUMN "provenance" text DEFAULT coalesce(nullif(current_setting('app.provenance', true), ''), 'outside') NOT NULL;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "provenance" text DEFAULT coalesce(nullif(current_setting('app.provenance', true), ''), 'outside') NOT NULL;--> statement-breakpoint
ALTER TABLE "calendar_accounts" ADD COLUMN "provenance" text DEFAULT coalesce(nullif(current_setting('app.provenance', true), ''), 'outside') NOT NULL;--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD COLUMN "provenance" text DEFAULT coalesce(nullif(current_setting('app.provenance', true), ''), 'outside') NOT NULL;--> statement-breakpoint
ALTER TABLE "calendars" ADD COLUMN "provenance" text DEFAULT coalesce(nullif(current_setting('app.provenance', true), ''), 'outside') NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "provenance" text DEFAULT coalesce(nullif(current_setting('app.provenance', true), ''), 'outside') NOT NULL;--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "provenance" text DEFAULT coalesce(nullif(current_setting('app.provenance', true), ''), 'outside') NOT NULL;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "provenance" text DEFAULT coalesce(nullif(current_setting('app.provenance', true), ''), 'outside') NOT NULL;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "is_confirmed" boolean DEFAULT (coalesce(current_setting('app.provenance', true), '') in ('person', 'api_key', 'import')) NOT NULL;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "provenance" text DEFAULT coalesce(nullif(current_setting('app.provenance', true), ''), 'outside') NOT NULL;--> statement-breakpoint
ALTER TABLE "message_edits" ADD COLUMN "provenance" text DEFAULT coalesce(nullif(current_setting('app.provenance', true), ''), 'outside') NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "provenance" text DEFAULT coalesce(nullif(current_setting('app.provenance', true), ''), 'outside') NOT NULL;--> statement-breakpoint
ALTER TABLE "leave_times" ADD COLUMN "provenance" text DEFAULT coalesce(nullif(current_setting('app.provenance', true), ''), 'outside') NOT NULL;--> statement-breakpoint
ALTER TABLE "morning_briefings" ADD COLUMN "provenance" text DEFAULT coalesce(nullif(current_setting('app.provenance', true), ''), 'outside') NOT NULL;--> statement-breakpoint
ALTER TABLE "news_articles" ADD COLUMN "provenance" text DEFAULT coalesce(nullif(current_setting('app.provenance', true), ''), 'outside') NOT NULL;--> statement-breakpoint
ALTER TABLE "news_feeds" ADD COLUMN "provenance" text DEFAULT coalesce(nullif(current_setting('app.provenance', true), ''), 'outside') NOT NULL;--> statement-breakpoint
ALTER TABLE "traffic_data" ADD COLUMN "provenance" text DEFAULT coalesce(nullif(current_setting('app.provenance', true), ''), 'outside') NOT NULL;--> statement-breakpoint
ALTER TABLE "voice_commands" ADD COLUMN "provenance" text DEFAULT coalesce(nullif(current_setting('app.provenance', true), ''), 'outside') NOT NULL;--> statement-breakpoint
ALTER TABLE "weather_data" ADD COLUMN "provenance" text DEFAULT coalesce(nullif(current_setting('app.provenance', true), ''), 'outside') NOT NULL;--> statement-breakpoint
ALTER TABLE "data_exports" ADD COLUMN "provenance" text DEFAULT coalesce(nullif(current_setting('app.provenance', true), ''), 'outside') NOT NULL;--> statement-breakpoint
ALTER TABLE "document_dates" ADD COLUMN "provenance" text DEFAULT coalesce(nullif(current_setting('app.provenance', true), ''), 'outside') NOT NULL;--> statement-breakpoint
ALTER TABLE "document_link_visits" ADD COLUMN "provenance" text DEFAULT coalesce(nullif(current_setting('app.provenance', true), ''), 'outside') NOT NULL;--> statement-breakpoint
ALTER TABLE "document_links" ADD COLUMN "provenance" text DEFAULT coalesce(nullif(current_setting('app.provenance', true), ''), 'outside') NOT NULL;--> statement-breakpoint
ALTER TABLE "document_shares" ADD COLUMN "provenance" text DEFAULT coalesce(nullif(current_setting('app.provenance', true), ''), 'outside') NOT NULL;--> statement-breakpoint
ALTER TABLE "document_upload_parts" ADD COLUMN "provenance" text DEFAULT coalesce(nullif(current_setting('app.provenance', true), ''), 'outside') NOT NULL;--> statement-breakpoint
ALTER TABLE "document_uploads" ADD COLUMN "provenance" text DEFAULT coalesce(nullif(current_setting('app.provenance', true), ''), 'outside') NOT NULL;--> statement-breakpoint
ALTER TABLE "document_versions" ADD COLUMN "provenance" text DEFAULT coalesce(nullif(current_setting('app.provenance', true), ''), 'outside') NOT NULL;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "provenance" text DEFAULT coalesce(nullif(current_setting('app.provenance', true), ''), 'outside') NOT NULL;--> statement-breakpoint
ALTER TABLE "email_attachments" ADD COLUMN "provenance" text DEFAULT coalesce(nullif(current_setting('app.provenance', true), ''), 'outside') NOT NULL;--> statement-breakpoint
ALTER TABLE "email_templates" ADD COLUMN "provenance" text DEFAULT coalesce(nullif(current_setting('app.provenance', true), ''), 'outside') NOT NULL;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "provenance" text DEFAULT coalesce(nullif(current_setting('app.provenance', true), ''), 'outside') NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_accounts" ADD COLUMN "provenance" text DEFAULT coalesce(nullif(current_setting('app.provenance', true), ''), 'outside') NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_boxes" ADD COLUMN "provenance" text DEFAULT coalesce(nullif(current_setting('app.provenance', true), ''), 'outside') NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_deliveries" ADD COLUMN "provenance" text DEFAULT coalesce(nullif(current_setting('app.provenance', true), ''), 'outside') NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_ops" ADD COLUMN "provenance" text DEFAULT coalesce(nullif(current_setting('app.provenance', true), ''), 'outside') NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_recipients" ADD COLUMN "provenance" text DEFAULT coalesce(nullif(current_setting('app.provenance', true), ''), 'outside') NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_searches" ADD COLUMN "provenance" text DEFAULT coalesce(nullif(current_setting('app.provenance', true), ''), 'outside') NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_unsubscribes" ADD COLUMN "provenance" text DEFAULT coalesce(nullif(current_setting('app.provenance', true), ''), 'outside') NOT NULL;--> statement-breakpoint
ALTER TABLE "card_accounts" ADD COLUMN "provenance" text DEFAULT coalesce(nullif(current_setting('app.provenance', true), ''), 'outside') NOT NULL;--> statement-breakpoint
ALTER TABLE "connection_requests" ADD COLUMN "provenance" text DEFAULT coalesce(nullif(current_setting('app.provenance', true), ''), 'outside') NOT NULL;--> statement-breakpoint
ALTER TABLE "hook_deliveries" ADD COLUMN "provenance" text DEFAULT coalesce(nullif(current_setting('app.provenance', true), ''), 'outside') NOT NULL;--> statement-breakpoint
ALTER TABLE "incoming_hooks" ADD COLUMN "provenance" text DEFAULT coalesce(nullif(current_setting('app.provenance', true), ''), 'outside') NOT NULL;--> statement-breakpoint
ALTER TABLE "integration_syncs" ADD COLUMN "provenance" text DEFAULT coalesce(nullif(current_setting('app.provenance', true), ''), 'outside') NOT NULL;--> statement-breakpoint
ALTER TABLE "integrations" ADD COLUMN "provenance" text DEFAULT coalesce(nullif(current_setting('app.provenance', true), ''), 'outside') NOT NULL;--> statement-breakpoint
ALTER TABLE "push_channels" ADD COLUMN "provenance" text DEFAULT coalesce(nullif(current_setting('app.provenance', true), ''), 'outside') NOT NULL;--> statement-breakpoint
ALTER TABLE "remote_links" ADD COLUMN "provenance" text DEFAULT coalesce(nullif(current_setting('app.provenance', true), ''), 'outside') NOT NULL;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "provenance" text DEFAULT coalesce(nullif(current_setting('app.provenance', true), ''), 'outside') NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "provenance" text DEFAULT coalesce(nullif(current_setting('app.provenance', true), ''), 'outside') NOT NULL;--> statement-breakpoint
ALTER TABLE "user_locations" ADD COLUMN "provenance" text DEFAULT coalesce(nullif(current_setting('app.provenance', true), ''), 'outside') NOT NULL;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "provenance" text DEFAULT coalesce(nullif(current_setting('app.provenance', true), ''), 'outside') NOT NULL;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "provenance" text DEFAULT coalesce(nullif(current_setting('app.provenance', true), ''), 'outside') NOT NULL;--> statement-breakpoint
ALTER TABLE "team_decisions" ADD COLUMN "provenance" text DEFAULT coalesce(nullif(current_setting('app.provenance', true), ''), 'outside') NOT NULL;--> statement-breakpoint
ALTER TABLE "team_invitations" ADD COLUMN "provenance" text DEFAULT coalesce(nullif(current_setting('app.provenance', true), ''), 'outside') NOT NULL;--> statement-breakpoint
ALTER TABLE "vote_proxies" ADD COLUMN "provenance" text DEFAULT coalesce(nullif(current_setting('app.provenance', true), ''), 'outside') NOT NULL;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "provenance" text DEFAULT coalesce(nullif(current_setting('app.provenance', true), ''), 'outside') NOT NULL;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "is_agent" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "acts_alone" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "time_savings" ADD COLUMN "provenance" text DEFAULT coalesce(nullif(current_setting('app.provenance', true), ''), 'outside') NOT NULL;--> statement-breakpoint
ALTER TABLE "notice_deliveries" ADD COLUMN "provenance" text DEFAULT coalesce(nullif(current_setting('app.provenance', true), ''), 'outside') NOT NULL;--> statement-breakpoint
ALTER TABLE "push_devices" ADD COLUMN "provenance" text DEFAULT coalesce(nullif(current_setting('app.provenance', true), ''), 'outside') NOT NULL;--> statement-breakpoint
ALTER TABLE "smart_notifications" ADD COLUMN "provenance" text DEFAULT coalesce(nullif(current_setting('app.provenance', true), ''), 'outside') NOT NULL;--> statement-breakpoint
ALTER TABLE "system_settings_changes" ADD COLUMN "provenance" text DEFAULT coalesce(nullif(current_setting('app.provenance', true), ''), 'outside') NOT NULL;--> statement-breakpoint
CREATE INDEX "agent_requests_user" ON "agent_requests" USING btree ("user_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "agent_requests_expiry" ON "agent_requests" USING btree ("expires_at");--> statement-breakpoint
CREATE POLICY "agent_requests_own" ON "agent_requests" AS PERMISSIVE FOR ALL TO "adjutant_app" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));