CREATE TABLE "push_channels" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" uuid NOT NULL,
	"source_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"resource" text NOT NULL,
	"remote_id" text,
	"token_hash" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"last_heard_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "push_channels" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "assistant_settings" ADD COLUMN "obeys_replies" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "backup_schedules" ADD COLUMN "with_bucket" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "backups" ADD COLUMN "left_out" text;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "made_from" jsonb;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "sync_fault" text;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "picture_pages" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "recognized_pages" integer;--> statement-breakpoint
ALTER TABLE "mail_boxes" ADD COLUMN "brought" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_recipients" ADD COLUMN "history" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "integrations" ADD COLUMN "sync_step" integer;--> statement-breakpoint
ALTER TABLE "integrations" ADD COLUMN "sync_steps" integer;--> statement-breakpoint
ALTER TABLE "notice_deliveries" ADD COLUMN "message_id" text;--> statement-breakpoint
ALTER TABLE "notification_policies" ADD COLUMN "favorites_pass" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "smart_notifications" ADD COLUMN "told_by" uuid;--> statement-breakpoint
CREATE UNIQUE INDEX "push_channels_resource" ON "push_channels" USING btree ("source_id","resource");--> statement-breakpoint
CREATE UNIQUE INDEX "push_channels_token" ON "push_channels" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "push_channels_expiry" ON "push_channels" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "push_channels_user" ON "push_channels" USING btree ("user_id");--> statement-breakpoint
CREATE POLICY "push_channels_own" ON "push_channels" AS PERMISSIVE FOR ALL TO "adjutant_app" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));