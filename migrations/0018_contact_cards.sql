CREATE TABLE "contact_cards" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"provenance" text DEFAULT coalesce(nullif(current_setting('app.provenance', true), ''), 'outside') NOT NULL,
	"user_id" uuid NOT NULL,
	"contact_id" uuid NOT NULL,
	"text" text NOT NULL,
	"photo" "bytea",
	"photo_type" text,
	"photo_digest" text
);
--> statement-breakpoint
ALTER TABLE "contact_cards" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "contact_cards" ADD CONSTRAINT "contact_cards_contact_id_contacts_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."contacts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "contact_cards_contact" ON "contact_cards" USING btree ("contact_id");--> statement-breakpoint
CREATE INDEX "contact_cards_user" ON "contact_cards" USING btree ("user_id");--> statement-breakpoint
CREATE POLICY "contact_cards_own" ON "contact_cards" AS PERMISSIVE FOR ALL TO "adjutant_app" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));