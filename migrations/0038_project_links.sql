CREATE TABLE "project_links" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"provenance" text DEFAULT coalesce(nullif(current_setting('app.provenance', true), ''), 'outside') NOT NULL,
	"user_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"record_id" uuid NOT NULL,
	CONSTRAINT "project_links_record" UNIQUE("project_id","kind","record_id")
);
--> statement-breakpoint
ALTER TABLE "project_links" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "project_links" ADD CONSTRAINT "project_links_project" FOREIGN KEY ("project_id","user_id") REFERENCES "public"."projects"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "project_links_user" ON "project_links" USING btree ("user_id");--> statement-breakpoint
CREATE POLICY "project_links_own" ON "project_links" AS PERMISSIVE FOR ALL TO "adjutant_app" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));