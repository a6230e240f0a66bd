CREATE TABLE "calendar_accounts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"server_url" text NOT NULL,
	"username" text NOT NULL,
	"password" text NOT NULL,
	"home_url" text,
	"state" text DEFAULT 'ok' NOT NULL,
	"last_error" text,
	"schedules_itself" boolean DEFAULT false NOT NULL,
	"last_synced_at" timestamp (3) with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "calendar_accounts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "calendar_feeds" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"calendar_id" uuid,
	"token_hash" text NOT NULL,
	"last_read_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "calendar_feeds" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "calendar_settings" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"first_weekday" integer,
	"working_days" integer[] DEFAULT '{1,2,3,4,5}' NOT NULL,
	"work_from" integer DEFAULT 540 NOT NULL,
	"work_to" integer DEFAULT 1020 NOT NULL,
	"second_time_zone" text,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "calendar_settings_weekday" CHECK (first_weekday between 0 and 6),
	CONSTRAINT "calendar_settings_hours" CHECK (work_from >= 0 and work_from < work_to and work_to <= 1440)
);
--> statement-breakpoint
ALTER TABLE "calendar_settings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "calendars" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"color" text,
	"kind" text DEFAULT 'local' NOT NULL,
	"account_id" uuid,
	"url" text,
	"is_read_only" boolean DEFAULT false NOT NULL,
	"is_visible" boolean DEFAULT true NOT NULL,
	"sync_token" text,
	"ctag" text,
	"etag" text,
	"last_modified" text,
	"state" text DEFAULT 'ok' NOT NULL,
	"last_error" text,
	"last_synced_at" timestamp (3) with time zone,
	"next_sync_at" timestamp (3) with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "calendars" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "event_occurrences" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"start_time" timestamp (3) with time zone NOT NULL,
	"end_time" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "event_occurrences" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "news_feeds" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" uuid NOT NULL,
	"url" text NOT NULL,
	"title" text NOT NULL,
	"state" text DEFAULT 'ok' NOT NULL,
	"last_error" text,
	"etag" text,
	"last_modified" text,
	"last_read_at" timestamp (3) with time zone,
	"next_read_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "news_feeds" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "news_interests" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"interests" text[] DEFAULT '{}' NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "news_interests" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "document_dates" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"document_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"day" date NOT NULL,
	"time" text,
	"kind" text NOT NULL,
	"sentence" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"task_id" uuid,
	"event_id" uuid
);
--> statement-breakpoint
ALTER TABLE "document_dates" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "document_link_visits" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"link_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"address" text,
	"user_agent" text
);
--> statement-breakpoint
ALTER TABLE "document_link_visits" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "document_texts" (
	"document_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"content" text NOT NULL,
	"preview" text,
	"search" "tsvector"
);
--> statement-breakpoint
ALTER TABLE "document_texts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "document_versions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"document_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"file_name" text NOT NULL,
	"file_type" text NOT NULL,
	"file_size" bigint NOT NULL,
	"storage_key" text NOT NULL,
	"sha256" text NOT NULL,
	"stored_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "document_versions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "email_attachments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" uuid NOT NULL,
	"email_id" uuid,
	"place" integer DEFAULT 0 NOT NULL,
	"filename" text NOT NULL,
	"content_type" text DEFAULT 'application/octet-stream' NOT NULL,
	"size" integer DEFAULT 0 NOT NULL,
	"content_id" text,
	"is_inline" boolean DEFAULT false NOT NULL,
	"part" text,
	"storage_key" text
);
--> statement-breakpoint
ALTER TABLE "email_attachments" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "mail_accounts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text DEFAULT 'imap' NOT NULL,
	"integration_id" uuid,
	"address" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"signature" text DEFAULT '' NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"imap_host" text NOT NULL,
	"imap_port" integer NOT NULL,
	"imap_security" text DEFAULT 'tls' NOT NULL,
	"imap_user" text NOT NULL,
	"smtp_host" text NOT NULL,
	"smtp_port" integer NOT NULL,
	"smtp_security" text DEFAULT 'tls' NOT NULL,
	"smtp_user" text NOT NULL,
	"imap_password" text,
	"smtp_password" text,
	"state" text DEFAULT 'connecting' NOT NULL,
	"reason" text,
	"remedy" text,
	"retry_at" timestamp (3) with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"capabilities" text[] DEFAULT '{}' NOT NULL,
	"synced_at" timestamp (3) with time zone,
	"lease_by" uuid,
	"lease_until" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "mail_accounts_owner" UNIQUE("id","user_id")
);
--> statement-breakpoint
ALTER TABLE "mail_accounts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "mail_boxes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"path" text NOT NULL,
	"name" text NOT NULL,
	"delimiter" text,
	"role" text DEFAULT 'other' NOT NULL,
	"is_followed" boolean DEFAULT true NOT NULL,
	"uid_validity" bigint,
	"uid_next" bigint,
	"highest_modseq" bigint,
	"backfill_uid" bigint,
	"messages" integer DEFAULT 0 NOT NULL,
	"known" integer DEFAULT 0 NOT NULL,
	"last_full_scan_at" timestamp (3) with time zone,
	"synced_at" timestamp (3) with time zone,
	CONSTRAINT "mail_boxes_owner" UNIQUE("id","user_id")
);
--> statement-breakpoint
ALTER TABLE "mail_boxes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "mail_locations" (
	"box_id" uuid NOT NULL,
	"uid" bigint NOT NULL,
	"user_id" uuid NOT NULL,
	"email_id" uuid NOT NULL,
	"modseq" bigint,
	"flags" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "mail_locations_place" PRIMARY KEY("box_id","uid")
);
--> statement-breakpoint
ALTER TABLE "mail_locations" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "mail_ops" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"email_id" uuid,
	"kind" text NOT NULL,
	"detail" jsonb NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"reason" text,
	"attempt" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "mail_ops" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "mail_preferences" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"undo_seconds" integer DEFAULT 10 NOT NULL,
	"signature" text DEFAULT '' NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "mail_preferences" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "mail_references" (
	"user_id" uuid NOT NULL,
	"message_id" text NOT NULL,
	"thread_id" uuid NOT NULL,
	CONSTRAINT "mail_references_id" PRIMARY KEY("user_id","message_id")
);
--> statement-breakpoint
ALTER TABLE "mail_references" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "decision_log" (
	"decision_id" uuid NOT NULL,
	"sequence" integer NOT NULL,
	"kind" text NOT NULL,
	"body" text NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "decision_log_decision_id_sequence_pk" PRIMARY KEY("decision_id","sequence")
);
--> statement-breakpoint
ALTER TABLE "decision_log" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "decision_papers" (
	"decision_id" uuid NOT NULL,
	"document_id" uuid NOT NULL,
	"attached_by" uuid NOT NULL,
	"title" text NOT NULL,
	"file_name" text NOT NULL,
	"file_size" bigint NOT NULL,
	"sha256" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "decision_papers_decision_id_document_id_pk" PRIMARY KEY("decision_id","document_id")
);
--> statement-breakpoint
ALTER TABLE "decision_papers" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "paper_readings" (
	"decision_id" uuid NOT NULL,
	"document_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"read_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "paper_readings_decision_id_document_id_user_id_pk" PRIMARY KEY("decision_id","document_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "paper_readings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "vote_proxies" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"workspace_id" uuid NOT NULL,
	"decision_id" uuid,
	"grantor_id" uuid NOT NULL,
	"proxy_id" uuid NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "vote_proxies" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "calendar_id" uuid;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "uid" text DEFAULT gen_random_uuid()::text NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "series_id" uuid;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "recurrence_id" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "is_series" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "rrule" text;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "rdates" timestamp (3) with time zone[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "exdates" timestamp (3) with time zone[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "zone" text;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "expanded_from" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "expanded_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "sequence" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "dtstamp" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "status" text DEFAULT 'confirmed' NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "transparency" text DEFAULT 'opaque' NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "organizer" text;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "participants" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "invitation" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "place_id" uuid;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "travel_minutes" integer;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "href" text;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "etag" text;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "remote_ics" text;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "sync_state" text;--> statement-breakpoint
ALTER TABLE "news_articles" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "news_articles" ADD COLUMN "feed_id" uuid;--> statement-breakpoint
ALTER TABLE "news_articles" ADD COLUMN "source" text;--> statement-breakpoint
ALTER TABLE "traffic_data" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "weather_data" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "document_links" ADD COLUMN "password_hash" text;--> statement-breakpoint
ALTER TABLE "document_links" ADD COLUMN "failed_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "document_links" ADD COLUMN "failed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "file_version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "stored_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "summary_by" text;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "read_state" text DEFAULT 'waiting' NOT NULL;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "read_failure" text;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "pages" integer;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "has_preview" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "category_before" text;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "refs" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "account_id" uuid;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "sender_address" text GENERATED ALWAYS AS (lower(coalesce(substring(sender from '<([^<>]*)> *$'), sender))) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "reply_to" text;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "received_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "size" integer;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "html" text;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "body_state" text DEFAULT 'full' NOT NULL;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "body_fault" text;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "has_attachments" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "is_starred" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "is_answered" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "is_automatic" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "list_unsubscribe" text;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "is_one_click_unsubscribe" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "calendar_method" text;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "calendar_text" text;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "archived_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "snoozed_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "remind_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "recipients_text" text GENERATED ALWAYS AS (fold_text(recipients) || ' ' || fold_text(cc) || ' ' || fold_text(bcc)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_deliveries" ADD COLUMN "account_id" uuid;--> statement-breakpoint
ALTER TABLE "decision_votes" ADD COLUMN "cast_by" uuid;--> statement-breakpoint
ALTER TABLE "team_decisions" ADD COLUMN "time_zone" text;--> statement-breakpoint
ALTER TABLE "team_decisions" ADD COLUMN "threshold" text DEFAULT 'majority' NOT NULL;--> statement-breakpoint
ALTER TABLE "team_decisions" ADD COLUMN "quorum" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "team_decisions" ADD COLUMN "is_hidden" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "team_decisions" ADD COLUMN "outcome" text;--> statement-breakpoint
ALTER TABLE "team_decisions" ADD COLUMN "electorate" integer;--> statement-breakpoint
ALTER TABLE "team_decisions" ADD COLUMN "closed_by" uuid;--> statement-breakpoint
ALTER TABLE "team_decisions" ADD COLUMN "remind_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "team_decisions" ADD COLUMN "reminded_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD CONSTRAINT "calendar_feeds_calendar_id_calendars_id_fk" FOREIGN KEY ("calendar_id") REFERENCES "public"."calendars"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendars" ADD CONSTRAINT "calendars_account_id_calendar_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."calendar_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_occurrences" ADD CONSTRAINT "event_occurrences_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_dates" ADD CONSTRAINT "document_dates_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_link_visits" ADD CONSTRAINT "document_link_visits_link_id_document_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."document_links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_texts" ADD CONSTRAINT "document_texts_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_versions" ADD CONSTRAINT "document_versions_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_attachments" ADD CONSTRAINT "email_attachments_email_id_emails_id_fk" FOREIGN KEY ("email_id") REFERENCES "public"."emails"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_boxes" ADD CONSTRAINT "mail_boxes_of_account" FOREIGN KEY ("account_id","user_id") REFERENCES "public"."mail_accounts"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_locations" ADD CONSTRAINT "mail_locations_email_id_emails_id_fk" FOREIGN KEY ("email_id") REFERENCES "public"."emails"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_locations" ADD CONSTRAINT "mail_locations_of_box" FOREIGN KEY ("box_id","user_id") REFERENCES "public"."mail_boxes"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_ops" ADD CONSTRAINT "mail_ops_of_account" FOREIGN KEY ("account_id","user_id") REFERENCES "public"."mail_accounts"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decision_log" ADD CONSTRAINT "decision_log_decision_id_team_decisions_id_fk" FOREIGN KEY ("decision_id") REFERENCES "public"."team_decisions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decision_papers" ADD CONSTRAINT "decision_papers_decision_id_team_decisions_id_fk" FOREIGN KEY ("decision_id") REFERENCES "public"."team_decisions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "paper_readings" ADD CONSTRAINT "paper_readings_decision_id_team_decisions_id_fk" FOREIGN KEY ("decision_id") REFERENCES "public"."team_decisions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vote_proxies" ADD CONSTRAINT "vote_proxies_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vote_proxies" ADD CONSTRAINT "vote_proxies_decision_id_team_decisions_id_fk" FOREIGN KEY ("decision_id") REFERENCES "public"."team_decisions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "calendar_accounts_user" ON "calendar_accounts" USING btree ("user_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "calendar_feeds_token" ON "calendar_feeds" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "calendar_feeds_user" ON "calendar_feeds" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "calendars_user" ON "calendars" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "calendars_due" ON "calendars" USING btree ("next_sync_at") WHERE deleted_at is null and url is not null;--> statement-breakpoint
CREATE INDEX "event_occurrences_start" ON "event_occurrences" USING btree ("user_id","start_time","id");--> statement-breakpoint
CREATE INDEX "event_occurrences_long" ON "event_occurrences" USING btree ("user_id","end_time") WHERE end_time - start_time > interval '1 day';--> statement-breakpoint
CREATE INDEX "event_occurrences_event" ON "event_occurrences" USING btree ("event_id","start_time");--> statement-breakpoint
CREATE UNIQUE INDEX "news_feeds_url" ON "news_feeds" USING btree ("user_id","url") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "news_feeds_oldest" ON "news_feeds" USING btree ("user_id","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "news_feeds_due" ON "news_feeds" USING btree ("next_read_at") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "document_dates_of_document" ON "document_dates" USING btree ("document_id","day");--> statement-breakpoint
CREATE INDEX "document_dates_owner" ON "document_dates" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "document_link_visits_of_link" ON "document_link_visits" USING btree ("link_id","created_at");--> statement-breakpoint
CREATE INDEX "document_link_visits_owner" ON "document_link_visits" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "document_link_visits_age" ON "document_link_visits" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "document_texts_search" ON "document_texts" USING gin ("user_id","search");--> statement-breakpoint
CREATE INDEX "document_versions_of_document" ON "document_versions" USING btree ("document_id","number");--> statement-breakpoint
CREATE INDEX "document_versions_owner" ON "document_versions" USING btree ("user_id","file_size");--> statement-breakpoint
CREATE INDEX "document_versions_storage_key" ON "document_versions" USING btree ("storage_key");--> statement-breakpoint
CREATE INDEX "email_attachments_email" ON "email_attachments" USING btree ("email_id","place");--> statement-breakpoint
CREATE INDEX "email_attachments_unbound" ON "email_attachments" USING btree ("created_at") WHERE email_id is null;--> statement-breakpoint
CREATE INDEX "email_attachments_storage" ON "email_attachments" USING btree ("storage_key");--> statement-breakpoint
CREATE UNIQUE INDEX "mail_accounts_address" ON "mail_accounts" USING btree ("user_id",lower("address"));--> statement-breakpoint
CREATE INDEX "mail_accounts_lease" ON "mail_accounts" USING btree ("lease_until");--> statement-breakpoint
CREATE UNIQUE INDEX "mail_boxes_path" ON "mail_boxes" USING btree ("account_id","path");--> statement-breakpoint
CREATE INDEX "mail_locations_email" ON "mail_locations" USING btree ("email_id");--> statement-breakpoint
CREATE INDEX "mail_ops_due" ON "mail_ops" USING btree ("account_id","created_at") WHERE state = 'queued';--> statement-breakpoint
CREATE INDEX "mail_ops_email" ON "mail_ops" USING btree ("email_id") WHERE state = 'queued';--> statement-breakpoint
CREATE INDEX "mail_references_thread" ON "mail_references" USING btree ("user_id","thread_id");--> statement-breakpoint
CREATE INDEX "vote_proxies_proxy" ON "vote_proxies" USING btree ("proxy_id","workspace_id");--> statement-breakpoint
CREATE INDEX "vote_proxies_grantor" ON "vote_proxies" USING btree ("grantor_id","workspace_id");--> statement-breakpoint
CREATE INDEX "vote_proxies_workspace" ON "vote_proxies" USING btree ("workspace_id");--> statement-breakpoint
CREATE INDEX "vote_proxies_decision" ON "vote_proxies" USING btree ("decision_id");--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_calendar_id_calendars_id_fk" FOREIGN KEY ("calendar_id") REFERENCES "public"."calendars"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_series_id_events_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "news_articles" ADD CONSTRAINT "news_articles_feed_id_news_feeds_id_fk" FOREIGN KEY ("feed_id") REFERENCES "public"."news_feeds"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "emails" ADD CONSTRAINT "emails_account_id_mail_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."mail_accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_deliveries" ADD CONSTRAINT "mail_deliveries_account_id_mail_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."mail_accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "events_long" ON "events" USING btree ("user_id","end_time") WHERE end_time - start_time > interval '1 day';--> statement-breakpoint
CREATE INDEX "events_uid" ON "events" USING btree ("user_id","uid");--> statement-breakpoint
CREATE UNIQUE INDEX "events_exception" ON "events" USING btree ("series_id","recurrence_id");--> statement-breakpoint
CREATE INDEX "events_href" ON "events" USING btree ("calendar_id","href") WHERE href is not null;--> statement-breakpoint
CREATE INDEX "events_unsynced" ON "events" USING btree ("calendar_id") WHERE sync_state is not null;--> statement-breakpoint
CREATE INDEX "events_to_expand" ON "events" USING btree ("expanded_until") WHERE is_series and deleted_at is null;--> statement-breakpoint
CREATE INDEX "emails_starred" ON "emails" USING btree ("user_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE is_starred and deleted_at is null;--> statement-breakpoint
CREATE INDEX "emails_snoozed" ON "emails" USING btree ("user_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE snoozed_until is not null and deleted_at is null;--> statement-breakpoint
CREATE INDEX "emails_reminders" ON "emails" USING btree ("remind_at") WHERE remind_at is not null and deleted_at is null;--> statement-breakpoint
CREATE INDEX "emails_waiting" ON "emails" USING btree ("user_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE remind_at is not null and deleted_at is null;--> statement-breakpoint
CREATE INDEX "emails_with_files" ON "emails" USING btree ("user_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE has_attachments and deleted_at is null;--> statement-breakpoint
CREATE INDEX "emails_account" ON "emails" USING btree ("account_id","message_id") WHERE account_id is not null;--> statement-breakpoint
CREATE INDEX "emails_sender" ON "emails" USING btree ("user_id","sender_address","created_at" DESC NULLS FIRST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "emails_body" ON "emails" USING btree ("account_id","created_at" DESC NULLS FIRST) WHERE body_state = 'none';--> statement-breakpoint
CREATE INDEX "emails_recipients" ON "emails" USING gin ("user_id","recipients_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "team_decisions_remind" ON "team_decisions" USING btree ("remind_at") WHERE status = 'voting' and deleted_at is null;--> statement-breakpoint
CREATE POLICY "calendar_accounts_own" ON "calendar_accounts" AS PERMISSIVE FOR ALL TO "adjutant_app" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "calendar_feeds_own" ON "calendar_feeds" AS PERMISSIVE FOR ALL TO "adjutant_app" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "calendar_settings_own" ON "calendar_settings" AS PERMISSIVE FOR ALL TO "adjutant_app" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "calendars_own" ON "calendars" AS PERMISSIVE FOR ALL TO "adjutant_app" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "event_occurrences_own" ON "event_occurrences" AS PERMISSIVE FOR ALL TO "adjutant_app" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "news_feeds_own" ON "news_feeds" AS PERMISSIVE FOR ALL TO "adjutant_app" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "news_interests_own" ON "news_interests" AS PERMISSIVE FOR ALL TO "adjutant_app" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "document_dates_own" ON "document_dates" AS PERMISSIVE FOR ALL TO "adjutant_app" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "document_link_visits_own" ON "document_link_visits" AS PERMISSIVE FOR ALL TO "adjutant_app" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "document_texts_own" ON "document_texts" AS PERMISSIVE FOR ALL TO "adjutant_app" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "document_versions_own" ON "document_versions" AS PERMISSIVE FOR ALL TO "adjutant_app" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "email_attachments_own" ON "email_attachments" AS PERMISSIVE FOR ALL TO "adjutant_app" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "mail_accounts_own" ON "mail_accounts" AS PERMISSIVE FOR ALL TO "adjutant_app" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "mail_boxes_own" ON "mail_boxes" AS PERMISSIVE FOR ALL TO "adjutant_app" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "mail_locations_own" ON "mail_locations" AS PERMISSIVE FOR ALL TO "adjutant_app" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "mail_ops_own" ON "mail_ops" AS PERMISSIVE FOR ALL TO "adjutant_app" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "mail_preferences_own" ON "mail_preferences" AS PERMISSIVE FOR ALL TO "adjutant_app" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "mail_references_own" ON "mail_references" AS PERMISSIVE FOR ALL TO "adjutant_app" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));