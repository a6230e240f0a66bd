ALTER TABLE "backup_schedules" ADD COLUMN "with_bucket" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "backups" ADD COLUMN "left_out" text;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "made_from" jsonb;--> statement-breakpoint
ALTER TABLE "mail_recipients" ADD COLUMN "history" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "notification_policies" ADD COLUMN "favorites_pass" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "smart_notifications" ADD COLUMN "told_by" uuid;