CREATE TABLE "task_dependencies" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"provenance" text DEFAULT coalesce(nullif(current_setting('app.provenance', true), ''), 'outside') NOT NULL,
	"user_id" uuid NOT NULL,
	"task_id" uuid NOT NULL,
	"blocked_by_id" uuid NOT NULL,
	CONSTRAINT "task_dependencies_pair" UNIQUE("task_id","blocked_by_id"),
	CONSTRAINT "task_dependencies_other" CHECK (task_id <> blocked_by_id)
);
--> statement-breakpoint
ALTER TABLE "task_dependencies" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "task_dependencies" ADD CONSTRAINT "task_dependencies_task" FOREIGN KEY ("task_id","user_id") REFERENCES "public"."tasks"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_dependencies" ADD CONSTRAINT "task_dependencies_blocked_by" FOREIGN KEY ("blocked_by_id","user_id") REFERENCES "public"."tasks"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "task_dependencies_waiting" ON "task_dependencies" USING btree ("user_id","blocked_by_id");--> statement-breakpoint
CREATE POLICY "task_dependencies_own" ON "task_dependencies" AS PERMISSIVE FOR ALL TO "adjutant_app" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));