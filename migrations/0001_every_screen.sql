CREATE TABLE "briefing_runs" (
	"user_id" uuid NOT NULL,
	"briefing_date" date NOT NULL,
	"ran_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "briefing_runs_user_id_briefing_date_pk" PRIMARY KEY("user_id","briefing_date")
);
--> statement-breakpoint
ALTER TABLE "briefing_runs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "news_articles" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" uuid NOT NULL,
	"title" text NOT NULL,
	"content" text NOT NULL,
	"summary" text NOT NULL,
	"url" text NOT NULL,
	"published_at" timestamp (3) with time zone NOT NULL,
	"category" text NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"relevance_score" real NOT NULL,
	"is_processed" boolean DEFAULT false NOT NULL,
	"kind" text DEFAULT 'simulated' NOT NULL,
	CONSTRAINT "news_articles_url" UNIQUE("user_id","url"),
	CONSTRAINT "news_articles_relevance" CHECK (relevance_score between 0 and 1)
);
--> statement-breakpoint
ALTER TABLE "news_articles" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "traffic_data" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" uuid NOT NULL,
	"route_name" text NOT NULL,
	"origin" text NOT NULL,
	"destination" text NOT NULL,
	"current_duration" integer NOT NULL,
	"normal_duration" integer NOT NULL,
	"traffic_condition" text NOT NULL,
	"kind" text DEFAULT 'simulated' NOT NULL,
	"last_updated" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "traffic_data_route" UNIQUE("user_id","route_name")
);
--> statement-breakpoint
ALTER TABLE "traffic_data" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "voice_commands" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" uuid NOT NULL,
	"command_text" text NOT NULL,
	"action_type" text NOT NULL,
	"parameters" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"executed_at" timestamp (3) with time zone NOT NULL,
	"success" boolean NOT NULL,
	"response" text NOT NULL,
	"href" text,
	"made_id" uuid,
	"undone_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "voice_commands" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "weather_data" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" uuid NOT NULL,
	"location" text NOT NULL,
	"temperature" integer NOT NULL,
	"condition" text NOT NULL,
	"humidity" integer NOT NULL,
	"wind_speed" integer NOT NULL,
	"forecast_data" jsonb NOT NULL,
	"kind" text DEFAULT 'simulated' NOT NULL,
	"last_updated" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "weather_data_location" UNIQUE("user_id","location")
);
--> statement-breakpoint
ALTER TABLE "weather_data" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "document_links" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"document_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"view_count" integer DEFAULT 0 NOT NULL,
	"download_count" integer DEFAULT 0 NOT NULL,
	"last_viewed_at" timestamp (3) with time zone,
	CONSTRAINT "document_links_token" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "document_links" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "document_shares" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"document_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"person_id" uuid,
	"workspace_id" uuid
);
--> statement-breakpoint
ALTER TABLE "document_shares" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "mail_deliveries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" uuid NOT NULL,
	"email_id" uuid NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"reason" text,
	"due_at" timestamp (3) with time zone NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL,
	"lease_by" uuid,
	"lease_until" timestamp (3) with time zone,
	"data_began_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mail_deliveries_owner" UNIQUE("id","user_id")
);
--> statement-breakpoint
ALTER TABLE "mail_deliveries" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "mail_recipients" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" uuid NOT NULL,
	"delivery_id" uuid NOT NULL,
	"address" text NOT NULL,
	"kind" text NOT NULL,
	"place" integer NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"reason" text,
	"sent_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "mail_recipients" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "connection_requests" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" uuid NOT NULL,
	"session_id" uuid,
	"provider" text NOT NULL,
	"flow" text NOT NULL,
	"state_hash" text NOT NULL,
	"verifier" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "connection_requests" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "integration_syncs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone NOT NULL,
	"is_successful" boolean NOT NULL,
	"count" integer DEFAULT 0 NOT NULL,
	"error" text,
	"is_automatic" boolean DEFAULT false NOT NULL,
	CONSTRAINT "integration_syncs_count" CHECK (count >= 0)
);
--> statement-breakpoint
ALTER TABLE "integration_syncs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "integrations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"type" text NOT NULL,
	"status" text DEFAULT 'disconnected' NOT NULL,
	"account_name" text,
	"auto_sync" boolean DEFAULT true NOT NULL,
	"last_sync" timestamp (3) with time zone,
	"last_error" text,
	"account_id" text,
	"tokens" text,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "integrations_provider_known" CHECK (provider in ('gmail', 'google_calendar', 'outlook', 'outlook_calendar', 'slack', 'teams')),
	CONSTRAINT "integrations_type_known" CHECK (type in ('email', 'calendar', 'messaging', 'collaboration'))
);
--> statement-breakpoint
ALTER TABLE "integrations" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" uuid,
	"user_email" text NOT NULL,
	"user_name" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"status" text NOT NULL,
	"payment_method" text NOT NULL,
	"description" text,
	"subscription_id" text,
	"plan_name" text,
	"provider" text NOT NULL,
	"provider_id" text NOT NULL,
	CONSTRAINT "payments_of_provider" UNIQUE("provider","provider_id"),
	CONSTRAINT "payments_currency" CHECK (currency ~ '^[A-Z]{3}$')
);
--> statement-breakpoint
ALTER TABLE "payments" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "daily_operations_settings" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"briefing_time" text DEFAULT '08:00' NOT NULL,
	"timezone" text DEFAULT 'UTC' NOT NULL,
	"briefing_enabled" boolean DEFAULT true NOT NULL,
	"news_enabled" boolean DEFAULT true NOT NULL,
	"weather_enabled" boolean DEFAULT true NOT NULL,
	"traffic_enabled" boolean DEFAULT true NOT NULL,
	"voice_commands_enabled" boolean DEFAULT true NOT NULL,
	"smart_notifications_enabled" boolean DEFAULT true NOT NULL,
	"scheduled_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "daily_operations_settings_time" CHECK (briefing_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$')
);
--> statement-breakpoint
ALTER TABLE "daily_operations_settings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "user_locations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" uuid NOT NULL,
	"location_type" text NOT NULL,
	"name" text NOT NULL,
	"address" text NOT NULL,
	"latitude" double precision,
	"longitude" double precision,
	"is_primary" boolean DEFAULT false NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "user_locations_type" CHECK (location_type in ('home', 'work', 'frequent')),
	CONSTRAINT "user_locations_latitude" CHECK (latitude between -90 and 90),
	CONSTRAINT "user_locations_longitude" CHECK (longitude between -180 and 180)
);
--> statement-breakpoint
ALTER TABLE "user_locations" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "smart_notifications" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" uuid NOT NULL,
	"title" text NOT NULL,
	"message" text NOT NULL,
	"type" text NOT NULL,
	"priority" text DEFAULT 'medium' NOT NULL,
	"context_data" jsonb,
	"href" text,
	"scheduled_for" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"is_read" boolean DEFAULT false NOT NULL,
	"read_at" timestamp (3) with time zone,
	"is_sent" boolean DEFAULT false NOT NULL,
	"dedupe_key" text,
	CONSTRAINT "smart_notifications_once" UNIQUE("user_id","dedupe_key"),
	CONSTRAINT "smart_notifications_href" CHECK (href like '/%' and href not like '//%' and strpos(href, chr(92)) = 0)
);
--> statement-breakpoint
ALTER TABLE "smart_notifications" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "last_seen" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "last_seen" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "presences" (
	"user_id" uuid NOT NULL,
	"process_id" uuid NOT NULL,
	CONSTRAINT "presences_user_id_process_id_pk" PRIMARY KEY("user_id","process_id")
);
--> statement-breakpoint
ALTER TABLE "presences" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "server_processes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"beat_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "server_processes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "system_secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"sealed" text NOT NULL,
	"last_four" text NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "system_secrets" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "system_settings" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"app_name" text DEFAULT 'Adjutant' NOT NULL,
	"app_description" text DEFAULT 'Your AI Executive Assistant' NOT NULL,
	"app_url" text DEFAULT '' NOT NULL,
	"timezone" text DEFAULT 'UTC' NOT NULL,
	"maintenance_mode" boolean DEFAULT false NOT NULL,
	"smtp_host" text DEFAULT '' NOT NULL,
	"smtp_port" integer DEFAULT 587 NOT NULL,
	"smtp_username" text DEFAULT '' NOT NULL,
	"smtp_from_email" text DEFAULT '' NOT NULL,
	"smtp_from_name" text DEFAULT '' NOT NULL,
	"smtp_secure" boolean DEFAULT true NOT NULL,
	"supabase_url" text DEFAULT '' NOT NULL,
	"meta_title" text DEFAULT '' NOT NULL,
	"meta_description" text DEFAULT '' NOT NULL,
	"meta_keywords" text DEFAULT '' NOT NULL,
	"google_analytics_id" text DEFAULT '' NOT NULL,
	"google_search_console_id" text DEFAULT '' NOT NULL,
	"email_notifications" boolean DEFAULT true NOT NULL,
	"push_notifications" boolean DEFAULT true NOT NULL,
	"google_client_id" text DEFAULT '' NOT NULL,
	"microsoft_client_id" text DEFAULT '' NOT NULL,
	"slack_client_id" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "system_settings_one_row" CHECK (id)
);
--> statement-breakpoint
ALTER TABLE "system_settings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "system_settings_changes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" uuid NOT NULL,
	"user_name" text NOT NULL,
	"version" integer NOT NULL,
	"changes" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "system_settings_changes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
DROP INDEX "emails_due";--> statement-breakpoint
DROP INDEX "team_invitations_email";--> statement-breakpoint
DROP INDEX "contacts_name";--> statement-breakpoint
DROP INDEX "email_templates_name";--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "search" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('simple', fold_text(title)), 'A') || setweight(to_tsvector('simple', fold_text(location) || ' ' || fold_text(category) || ' ' || fold_text(attendees)), 'B') || setweight(to_tsvector('simple', fold_text(description)), 'C')) STORED;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "search" "tsvector" GENERATED ALWAYS AS (to_tsvector('simple', fold_text(contact_name) || ' ' || fold_text(contact_email) || ' ' || fold_text(contact_phone) || ' ' || fold_text(relationship))) STORED;--> statement-breakpoint
ALTER TABLE "conversation_participants" ADD COLUMN "unread_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "conversation_participants" ADD COLUMN "active_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "conversation_participants" ADD COLUMN "visible_from" timestamp (3) with time zone DEFAULT 'epoch' NOT NULL;--> statement-breakpoint
ALTER TABLE "conversation_participants" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "pair" text;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "contact_id" uuid;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "search" "tsvector" GENERATED ALWAYS AS (to_tsvector('simple', fold_text(content))) STORED;--> statement-breakpoint
ALTER TABLE "morning_briefings" ADD COLUMN "lines" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "morning_briefings" ADD COLUMN "records" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "morning_briefings" ADD COLUMN "source" text DEFAULT 'built-in' NOT NULL;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "search" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('simple', fold_text(title)), 'A') || setweight(to_tsvector('simple', fold_text(tags)), 'B') || setweight(to_tsvector('simple', fold_text(file_name)), 'B') || setweight(to_tsvector('simple', fold_text(description)), 'C')) STORED;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "status_before" text;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "message_id" text;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "in_reply_to" text;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "importance" integer GENERATED ALWAYS AS ((
  case priority when 'urgent' then 5 when 'high' then 3 else 0 end
  + case when position('@ceo' in lower(sender)) > 0 or position('@exec' in lower(sender)) > 0
    then 4 else 0 end
  + case when position('meeting' in lower(category)) > 0 or position('meeting' in lower(subject)) > 0
    then 1 else 0 end
  + case status when 'failed' then 2 else 0 end)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "preview" text GENERATED ALWAYS AS (left(regexp_replace(left(body, 1200), '\s+', ' ', 'g'), 280)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "search_text" text GENERATED ALWAYS AS (fold_text(subject || ' ' || sender) || ' ' || fold_text(left(body, 100000))) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "team_decisions" ADD COLUMN "completed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "team_decisions" ADD COLUMN "search" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('simple', fold_text(title)), 'A') || setweight(to_tsvector('simple', fold_text(description)), 'C')) STORED;--> statement-breakpoint
ALTER TABLE "team_decisions" ADD COLUMN "completed_because" text;--> statement-breakpoint
ALTER TABLE "team_invitations" ADD COLUMN "sends" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "team_invitations" ADD COLUMN "sent_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "team_invitations" ADD COLUMN "revoked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "search" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('simple', fold_text(name)), 'A') || setweight(to_tsvector('simple', fold_text(description)), 'C')) STORED;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "document_links" ADD CONSTRAINT "document_links_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_shares" ADD CONSTRAINT "document_shares_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_deliveries" ADD CONSTRAINT "mail_deliveries_email_id_emails_id_fk" FOREIGN KEY ("email_id") REFERENCES "public"."emails"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_recipients" ADD CONSTRAINT "mail_recipients_of_delivery" FOREIGN KEY ("delivery_id","user_id") REFERENCES "public"."mail_deliveries"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "presences" ADD CONSTRAINT "presences_process_id_server_processes_id_fk" FOREIGN KEY ("process_id") REFERENCES "public"."server_processes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "news_articles_newest" ON "news_articles" USING btree ("user_id","published_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "voice_commands_newest" ON "voice_commands" USING btree ("user_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "document_links_of_document" ON "document_links" USING btree ("document_id","created_at");--> statement-breakpoint
CREATE INDEX "document_links_expiry" ON "document_links" USING btree ("expires_at") WHERE expires_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "document_shares_person" ON "document_shares" USING btree ("document_id","person_id") WHERE person_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "document_shares_workspace" ON "document_shares" USING btree ("document_id","workspace_id") WHERE workspace_id is not null;--> statement-breakpoint
CREATE INDEX "document_shares_with_person" ON "document_shares" USING btree ("person_id") WHERE person_id is not null;--> statement-breakpoint
CREATE INDEX "document_shares_with_workspace" ON "document_shares" USING btree ("workspace_id") WHERE workspace_id is not null;--> statement-breakpoint
CREATE INDEX "document_shares_owner" ON "document_shares" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "mail_deliveries_email" ON "mail_deliveries" USING btree ("email_id");--> statement-breakpoint
CREATE INDEX "mail_deliveries_due" ON "mail_deliveries" USING btree ("due_at") WHERE state in ('queued', 'sending');--> statement-breakpoint
CREATE INDEX "mail_deliveries_recent" ON "mail_deliveries" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "mail_recipients_delivery" ON "mail_recipients" USING btree ("delivery_id","place");--> statement-breakpoint
CREATE UNIQUE INDEX "connection_requests_state" ON "connection_requests" USING btree ("state_hash");--> statement-breakpoint
CREATE INDEX "connection_requests_user" ON "connection_requests" USING btree ("user_id","expires_at");--> statement-breakpoint
CREATE INDEX "integration_syncs_newest" ON "integration_syncs" USING btree ("user_id","provider","started_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "integrations_provider" ON "integrations" USING btree ("user_id","provider");--> statement-breakpoint
CREATE INDEX "integrations_due" ON "integrations" USING btree ("last_sync") WHERE status = 'connected' and auto_sync;--> statement-breakpoint
CREATE INDEX "payments_newest" ON "payments" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "payments_amount" ON "payments" USING btree ("amount" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "user_locations_name" ON "user_locations" USING btree ("user_id","location_type","name") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "user_locations_primary" ON "user_locations" USING btree ("user_id") WHERE is_primary and deleted_at is null;--> statement-breakpoint
CREATE INDEX "user_locations_oldest" ON "user_locations" USING btree ("user_id","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "smart_notifications_newest" ON "smart_notifications" USING btree ("user_id","scheduled_for" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "smart_notifications_unread" ON "smart_notifications" USING btree ("user_id","scheduled_for" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE is_sent and not is_read;--> statement-breakpoint
CREATE INDEX "smart_notifications_due" ON "smart_notifications" USING btree ("scheduled_for") WHERE not is_sent;--> statement-breakpoint
CREATE INDEX "presences_process" ON "presences" USING btree ("process_id");--> statement-breakpoint
CREATE INDEX "server_processes_beat" ON "server_processes" USING btree ("beat_at");--> statement-breakpoint
CREATE INDEX "system_settings_changes_newest" ON "system_settings_changes" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "events_trash" ON "events" USING btree ("user_id","deleted_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "events_search" ON "events" USING gin ("user_id","search");--> statement-breakpoint
CREATE INDEX "contacts_favorite" ON "contacts" USING btree ("user_id",contact_name collate "und-x-icu","id") WHERE deleted_at is null and is_favorite;--> statement-breakpoint
CREATE INDEX "contacts_trash" ON "contacts" USING btree ("user_id","deleted_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "contacts_email" ON "contacts" USING btree (lower(contact_email)) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "contacts_newest" ON "contacts" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "contacts_search" ON "contacts" USING gin ("user_id","search");--> statement-breakpoint
CREATE INDEX "conversation_participants_active" ON "conversation_participants" USING btree ("user_id","active_at" DESC NULLS FIRST,"conversation_id" DESC NULLS FIRST) WHERE left_at is null;--> statement-breakpoint
CREATE INDEX "conversation_participants_unread" ON "conversation_participants" USING btree ("user_id") WHERE left_at is null and unread_count > 0;--> statement-breakpoint
CREATE UNIQUE INDEX "conversations_pair" ON "conversations" USING btree ("pair") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "conversations_trash" ON "conversations" USING btree ("id") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "conversations_contact" ON "conversations" USING btree ("contact_id");--> statement-breakpoint
CREATE INDEX "conversations_newest" ON "conversations" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "messages_unread" ON "messages" USING btree ("conversation_id","created_at") WHERE not is_read;--> statement-breakpoint
CREATE INDEX "messages_trash" ON "messages" USING btree ("deleted_at") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "messages_search" ON "messages" USING gin ("conversation_id","search");--> statement-breakpoint
CREATE INDEX "documents_title" ON "documents" USING btree ("user_id",title collate "und-x-icu","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "documents_size" ON "documents" USING btree ("user_id","file_size" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "documents_trash" ON "documents" USING btree ("user_id","deleted_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "documents_storage_key" ON "documents" USING btree ("storage_key");--> statement-breakpoint
CREATE INDEX "documents_search" ON "documents" USING gin ("user_id","search");--> statement-breakpoint
CREATE INDEX "email_templates_trash" ON "email_templates" USING btree ("user_id","deleted_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "emails_status" ON "emails" USING btree ("user_id","status","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "emails_sent" ON "emails" USING btree ("user_id",(case when sent_at is null then '-infinity'::timestamptz else sent_at end) desc,"created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "emails_subject" ON "emails" USING btree ("user_id",subject collate "und-x-icu","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "emails_priority" ON "emails" USING btree ("user_id",(case priority when 'urgent' then 3 when 'high' then 2 when 'medium' then 1 when 'low' then 0 end) desc,"created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "emails_importance" ON "emails" USING btree ("user_id","importance" DESC NULLS FIRST,"created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "emails_summarized" ON "emails" USING btree ("user_id") WHERE status = 'sent' and ai_summary is not null and deleted_at is null;--> statement-breakpoint
CREATE INDEX "emails_archived" ON "emails" USING btree ("user_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE category = 'archived' and deleted_at is null;--> statement-breakpoint
CREATE INDEX "emails_trash" ON "emails" USING btree ("user_id","deleted_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "emails_message" ON "emails" USING btree ("user_id","message_id") WHERE message_id is not null;--> statement-breakpoint
CREATE INDEX "emails_search" ON "emails" USING gin ("user_id","search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "team_decisions_search" ON "team_decisions" USING gin ("workspace_id","search");--> statement-breakpoint
CREATE UNIQUE INDEX "team_invitations_pending" ON "team_invitations" USING btree ("invited_email","workspace_id") WHERE accepted_at is null and revoked_at is null;--> statement-breakpoint
CREATE INDEX "profiles_newest" ON "profiles" USING btree ("created_at" DESC NULLS FIRST,"user_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "contacts_name" ON "contacts" USING btree ("user_id",contact_name collate "und-x-icu","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "email_templates_name" ON "email_templates" USING btree ("user_id",name collate "und-x-icu","id") WHERE deleted_at is null;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_end_after_start" CHECK (end_time >= start_time);--> statement-breakpoint
CREATE POLICY "briefing_runs_own" ON "briefing_runs" AS PERMISSIVE FOR ALL TO "adjutant_app" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "news_articles_own" ON "news_articles" AS PERMISSIVE FOR ALL TO "adjutant_app" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "traffic_data_own" ON "traffic_data" AS PERMISSIVE FOR ALL TO "adjutant_app" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "voice_commands_own" ON "voice_commands" AS PERMISSIVE FOR ALL TO "adjutant_app" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "weather_data_own" ON "weather_data" AS PERMISSIVE FOR ALL TO "adjutant_app" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "document_links_own" ON "document_links" AS PERMISSIVE FOR ALL TO "adjutant_app" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "document_shares_own" ON "document_shares" AS PERMISSIVE FOR ALL TO "adjutant_app" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "mail_deliveries_own" ON "mail_deliveries" AS PERMISSIVE FOR ALL TO "adjutant_app" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "mail_recipients_own" ON "mail_recipients" AS PERMISSIVE FOR ALL TO "adjutant_app" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "connection_requests_own" ON "connection_requests" AS PERMISSIVE FOR ALL TO "adjutant_app" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "integration_syncs_own" ON "integration_syncs" AS PERMISSIVE FOR ALL TO "adjutant_app" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "integrations_own" ON "integrations" AS PERMISSIVE FOR ALL TO "adjutant_app" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "daily_operations_settings_own" ON "daily_operations_settings" AS PERMISSIVE FOR ALL TO "adjutant_app" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "user_locations_own" ON "user_locations" AS PERMISSIVE FOR ALL TO "adjutant_app" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "smart_notifications_own" ON "smart_notifications" AS PERMISSIVE FOR ALL TO "adjutant_app" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "last_seen_own" ON "last_seen" AS PERMISSIVE FOR ALL TO "adjutant_app" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "presences_own" ON "presences" AS PERMISSIVE FOR ALL TO "adjutant_app" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "server_processes_read" ON "server_processes" AS PERMISSIVE FOR SELECT TO "adjutant_app" USING (true);