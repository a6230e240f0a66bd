ALTER TABLE "profiles" ADD COLUMN "start_page" text DEFAULT '/' NOT NULL;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "starts_empty" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- By hand: whoever has an account already is past the first steps. The default is only for the rows that exist.
ALTER TABLE "profiles" ADD COLUMN "first_steps_at" timestamp with time zone DEFAULT now();--> statement-breakpoint
ALTER TABLE "profiles" ALTER COLUMN "first_steps_at" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_start_page" CHECK (start_page in ('/', '/daily-ops', '/email', '/calendar', '/tasks'));
