CREATE TABLE "record_counts" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"resource" text NOT NULL,
	"counted" text NOT NULL,
	"change" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "record_counts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "record_counts" ADD CONSTRAINT "record_counts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "record_counts_group" ON "record_counts" USING btree ("user_id","resource","counted");--> statement-breakpoint
CREATE POLICY "record_counts_own" ON "record_counts" AS PERMISSIVE FOR SELECT TO "adjutant_app" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));