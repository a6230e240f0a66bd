ALTER TABLE "calendar_settings" ADD COLUMN "other_hours" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "plan_settings" ADD COLUMN "works_on_rides" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "hours_of_day" text;