CREATE TABLE "instance_identity" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"instance_id" uuid DEFAULT gen_random_uuid() NOT NULL,
	CONSTRAINT "instance_identity_one_row" CHECK (id)
);
--> statement-breakpoint
ALTER TABLE "instance_identity" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "server_processes" ADD COLUMN "files_place" uuid;--> statement-breakpoint
ALTER TABLE "server_processes" ADD COLUMN "files_location" text;--> statement-breakpoint
CREATE POLICY "instance_identity_closed" ON "instance_identity" AS PERMISSIVE FOR SELECT TO "adjutant_app" USING (false);