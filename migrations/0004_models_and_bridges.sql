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
ALTER TABLE "daily_operations_settings" ADD COLUMN "weekdays" integer[] DEFAULT '{1,2,3,4,5,6,7}' NOT NULL;--> statement-breakpoint
ALTER TABLE "daily_operations_settings" ADD COLUMN "speak_results" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "verifications" ADD COLUMN "is_mailed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
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
ALTER TABLE "calendar_settings" ADD CONSTRAINT "calendar_settings_default_calendar_id_calendars_id_fk" FOREIGN KEY ("default_calendar_id") REFERENCES "public"."calendars"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "calendars_integration" ON "calendars" USING btree ("integration_id") WHERE integration_id is not null;--> statement-breakpoint
CREATE INDEX "integrations_kept" ON "integrations" USING btree ("id") WHERE tokens is not null;--> statement-breakpoint
ALTER TABLE "daily_operations_settings" ADD CONSTRAINT "daily_operations_settings_weekdays" CHECK (weekdays <@ '{1,2,3,4,5,6,7}'::integer[]);--> statement-breakpoint
CREATE POLICY "card_accounts_own" ON "card_accounts" AS PERMISSIVE FOR ALL TO "adjutant_app" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "hook_deliveries_own" ON "hook_deliveries" AS PERMISSIVE FOR ALL TO "adjutant_app" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "incoming_hooks_own" ON "incoming_hooks" AS PERMISSIVE FOR ALL TO "adjutant_app" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "remote_cursors_own" ON "remote_cursors" AS PERMISSIVE FOR ALL TO "adjutant_app" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "remote_links_own" ON "remote_links" AS PERMISSIVE FOR ALL TO "adjutant_app" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "webhooks_own" ON "webhooks" AS PERMISSIVE FOR ALL TO "adjutant_app" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));