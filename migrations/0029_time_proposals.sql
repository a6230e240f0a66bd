ALTER TABLE "events" ADD COLUMN "invitation_email_id" uuid;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "proposals" jsonb DEFAULT '[]'::jsonb NOT NULL;