CREATE TABLE "assistant_settings" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"model_use" text DEFAULT 'needed' NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "assistant_settings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "analytics_consents" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"is_given" boolean NOT NULL,
	"visitor_id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"decided_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "analytics_consents" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "card_accounts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"server_url" text NOT NULL,
	"username" text NOT NULL,
	"password" text NOT NULL,
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
ALTER TABLE "card_accounts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "hook_deliveries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" uuid NOT NULL,
	"hook_id" uuid NOT NULL,
	"direction" text NOT NULL,
	"event" text NOT NULL,
	"payload" jsonb NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"lease_until" timestamp (3) with time zone,
	"status" integer,
	"error" text,
	"settled_at" timestamp (3) with time zone,
	"remote_key" text,
	"record_id" uuid
);
--> statement-breakpoint
ALTER TABLE "hook_deliveries" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "incoming_hooks" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"token_hash" text NOT NULL,
	"secret" text,
	"makes" text NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "incoming_hooks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "remote_cursors" (
	"user_id" uuid NOT NULL,
	"source_id" uuid NOT NULL,
	"resource" text NOT NULL,
	"cursor" text NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "remote_cursors_source_id_resource_pk" PRIMARY KEY("source_id","resource")
);
--> statement-breakpoint
ALTER TABLE "remote_cursors" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "remote_links" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" uuid NOT NULL,
	"source_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"remote_id" text NOT NULL,
	"record_id" uuid NOT NULL,
	"etag" text
);
--> statement-breakpoint
ALTER TABLE "remote_links" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "webhooks" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"url" text NOT NULL,
	"secret" text NOT NULL,
	"resources" text[] DEFAULT '{}' NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"last_delivered_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "webhooks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "payment_days" (
	"day" date NOT NULL,
	"currency" text NOT NULL,
	"status" text NOT NULL,
	"payment_method" text NOT NULL,
	"count" bigint NOT NULL,
	"revenue" bigint NOT NULL,
	CONSTRAINT "payment_days_day_currency_status_payment_method_pk" PRIMARY KEY("day","currency","status","payment_method")
);
--> statement-breakpoint
ALTER TABLE "payment_days" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "oauth_clients" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"redirect_uris" text[] NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "oauth_clients" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "oauth_codes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"code_hash" text NOT NULL,
	"user_id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"redirect_uri" text NOT NULL,
	"challenge" text NOT NULL,
	"scopes" text[] NOT NULL,
	"tool_groups" text[],
	"expires_at" timestamp with time zone NOT NULL,
	"grant_id" uuid
);
--> statement-breakpoint
ALTER TABLE "oauth_codes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
DROP INDEX "payments_figures";--> statement-breakpoint
ALTER TABLE "assistant_messages" ADD COLUMN "engine" text;--> statement-breakpoint
ALTER TABLE "assistant_messages" ADD COLUMN "is_tainted" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "assistant_messages" ADD COLUMN "attachments" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "assistant_proposals" ADD COLUMN "input_hash" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "assistant_proposals" ADD COLUMN "warnings" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "calendar_settings" ADD COLUMN "default_calendar_id" uuid;--> statement-breakpoint
ALTER TABLE "calendars" ADD COLUMN "integration_id" uuid;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "origin" text;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "outside_author" text;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "outside_state" text;--> statement-breakpoint
ALTER TABLE "voice_commands" ADD COLUMN "heard_by" text;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "sender_check" text;--> statement-breakpoint
ALTER TABLE "integration_syncs" ADD COLUMN "removed" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "integration_syncs" ADD COLUMN "quarantined" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "integration_syncs" ADD COLUMN "is_full" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "integrations" ADD COLUMN "refreshing_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "integrations" ADD COLUMN "scopes" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "integrations" ADD COLUMN "connected_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "integrations" ADD COLUMN "wishes" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "integrations" ADD COLUMN "sync_state" text DEFAULT 'idle' NOT NULL;--> statement-breakpoint
ALTER TABLE "integrations" ADD COLUMN "sync_done" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "integrations" ADD COLUMN "sync_total" integer;--> statement-breakpoint
ALTER TABLE "integrations" ADD COLUMN "wait_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "integrations" ADD COLUMN "retry_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "integrations" ADD COLUMN "failures" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "integrations" ADD COLUMN "lease_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payment_syncs" ADD COLUMN "reading_after" text;--> statement-breakpoint
ALTER TABLE "payment_syncs" ADD COLUMN "reading_since" bigint;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "import_id" uuid;--> statement-breakpoint
ALTER TABLE "daily_operations_settings" ADD COLUMN "weekdays" integer[] DEFAULT '{1,2,3,4,5,6,7}' NOT NULL;--> statement-breakpoint
ALTER TABLE "daily_operations_settings" ADD COLUMN "speak_results" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "tool_groups" text[];--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "client_id" uuid;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "refresh_hash" text;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "previous_refresh_hash" text;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "refresh_expires_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "agents_paused_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "impersonator_session" uuid;--> statement-breakpoint
ALTER TABLE "verifications" ADD COLUMN "is_mailed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "system_settings" ADD COLUMN "transcription_url" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "system_settings" ADD COLUMN "transcription_model" text DEFAULT 'whisper-1' NOT NULL;--> statement-breakpoint
ALTER TABLE "system_settings" ADD COLUMN "model_provider" text DEFAULT 'openai' NOT NULL;--> statement-breakpoint
ALTER TABLE "system_settings" ADD COLUMN "model_url" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "system_settings" ADD COLUMN "model_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "system_settings" ADD COLUMN "model_calls_per_day" integer DEFAULT 200 NOT NULL;--> statement-breakpoint
ALTER TABLE "system_settings" ADD COLUMN "agents_enabled" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "oauth_codes" ADD CONSTRAINT "oauth_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_codes" ADD CONSTRAINT "oauth_codes_client_id_oauth_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."oauth_clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "card_accounts_user" ON "card_accounts" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "card_accounts_due" ON "card_accounts" USING btree ("next_sync_at") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "hook_deliveries_newest" ON "hook_deliveries" USING btree ("hook_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "hook_deliveries_due" ON "hook_deliveries" USING btree ("due_at") WHERE state in ('queued', 'sending');--> statement-breakpoint
CREATE INDEX "hook_deliveries_user" ON "hook_deliveries" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "hook_deliveries_once" ON "hook_deliveries" USING btree ("hook_id","remote_key");--> statement-breakpoint
CREATE UNIQUE INDEX "incoming_hooks_token" ON "incoming_hooks" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "incoming_hooks_user" ON "incoming_hooks" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "remote_cursors_user" ON "remote_cursors" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "remote_links_remote" ON "remote_links" USING btree ("source_id","kind","remote_id");--> statement-breakpoint
CREATE INDEX "remote_links_record" ON "remote_links" USING btree ("record_id");--> statement-breakpoint
CREATE INDEX "remote_links_user" ON "remote_links" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "webhooks_user" ON "webhooks" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "webhooks_told" ON "webhooks" USING btree ("user_id") WHERE is_active and deleted_at is null;--> statement-breakpoint
CREATE INDEX "oauth_clients_created" ON "oauth_clients" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "oauth_codes_code" ON "oauth_codes" USING btree ("code_hash");--> statement-breakpoint
CREATE INDEX "oauth_codes_expiry" ON "oauth_codes" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "calendar_settings" ADD CONSTRAINT "calendar_settings_default_calendar_id_calendars_id_fk" FOREIGN KEY ("default_calendar_id") REFERENCES "public"."calendars"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_client_id_oauth_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."oauth_clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "calendars_integration" ON "calendars" USING btree ("integration_id") WHERE integration_id is not null;--> statement-breakpoint
CREATE INDEX "integrations_kept" ON "integrations" USING btree ("id") WHERE tokens is not null;--> statement-breakpoint
CREATE INDEX "payments_status_amount" ON "payments" USING btree ("status","amount" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "payments_customer" ON "payments" USING btree (user_name collate "und-x-icu","id");--> statement-breakpoint
CREATE INDEX "payments_status_customer" ON "payments" USING btree ("status",user_name collate "und-x-icu","id");--> statement-breakpoint
CREATE INDEX "payments_import" ON "payments" USING btree ("import_id") WHERE import_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_refresh" ON "api_keys" USING btree ("refresh_hash");--> statement-breakpoint
CREATE INDEX "payments_figures" ON "payments" USING btree ("created_at","status","currency","payment_method","amount","refunded_amount");--> statement-breakpoint
ALTER TABLE "daily_operations_settings" ADD CONSTRAINT "daily_operations_settings_weekdays" CHECK (weekdays <@ '{1,2,3,4,5,6,7}'::integer[]);--> statement-breakpoint
CREATE POLICY "assistant_settings_own" ON "assistant_settings" AS PERMISSIVE FOR ALL TO "adjutant_app" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "analytics_consents_own" ON "analytics_consents" AS PERMISSIVE FOR ALL TO "adjutant_app" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "card_accounts_own" ON "card_accounts" AS PERMISSIVE FOR ALL TO "adjutant_app" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "hook_deliveries_own" ON "hook_deliveries" AS PERMISSIVE FOR ALL TO "adjutant_app" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "incoming_hooks_own" ON "incoming_hooks" AS PERMISSIVE FOR ALL TO "adjutant_app" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "remote_cursors_own" ON "remote_cursors" AS PERMISSIVE FOR ALL TO "adjutant_app" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "remote_links_own" ON "remote_links" AS PERMISSIVE FOR ALL TO "adjutant_app" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "webhooks_own" ON "webhooks" AS PERMISSIVE FOR ALL TO "adjutant_app" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "oauth_clients_auth" ON "oauth_clients" AS PERMISSIVE FOR ALL TO "adjutant_auth" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "oauth_codes_auth" ON "oauth_codes" AS PERMISSIVE FOR ALL TO "adjutant_auth" USING (true) WITH CHECK (true);