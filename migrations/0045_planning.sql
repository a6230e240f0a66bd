CREATE TABLE "plan_blocks" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"provenance" text DEFAULT coalesce(nullif(current_setting('app.provenance', true), ''), 'outside') NOT NULL,
	"user_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"subject" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"planned_start" timestamp (3) with time zone NOT NULL,
	"planned_end" timestamp (3) with time zone NOT NULL,
	"reasons" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"moves" integer DEFAULT 0 NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "plan_blocks_end_after_start" CHECK (planned_end >= planned_start)
);
--> statement-breakpoint
ALTER TABLE "plan_blocks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "plan_settings" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"focus" jsonb NOT NULL,
	"breaks" jsonb NOT NULL,
	"most_planned_minutes" integer DEFAULT 360 NOT NULL,
	"most_meeting_minutes" integer,
	"pause_minutes" integer DEFAULT 5 NOT NULL,
	"preparation_minutes" integer DEFAULT 15 NOT NULL,
	"moves_by_itself" boolean DEFAULT false NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "plan_settings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "estimate_minutes" integer;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "not_before" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "least_piece_minutes" integer;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "place" text;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "energy" text DEFAULT 'any' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "plan_blocks_event" ON "plan_blocks" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "plan_blocks_subject" ON "plan_blocks" USING btree ("user_id","subject_id");--> statement-breakpoint
CREATE INDEX "plan_blocks_start" ON "plan_blocks" USING btree ("user_id","planned_start","id");--> statement-breakpoint
CREATE POLICY "plan_blocks_own" ON "plan_blocks" AS PERMISSIVE FOR ALL TO "adjutant_app" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "plan_settings_own" ON "plan_settings" AS PERMISSIVE FOR ALL TO "adjutant_app" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));