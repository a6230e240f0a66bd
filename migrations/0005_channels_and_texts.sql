ALTER TABLE "backup_schedules" ADD COLUMN "with_bucket" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "backups" ADD COLUMN "left_out" text;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "made_from" jsonb;--> statement-breakpoint
ALTER TABLE "mail_recipients" ADD COLUMN "history" jsonb DEFAULT '[]'::jsonb NOT NULL;