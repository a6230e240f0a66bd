CREATE TABLE "address_policy" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"loopback_counts" boolean DEFAULT false NOT NULL,
	CONSTRAINT "address_policy_one_row" CHECK (id)
);
--> statement-breakpoint
ALTER TABLE "address_policy" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "set_up_links" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "set_up_links_one_row" CHECK (id)
);
--> statement-breakpoint
ALTER TABLE "set_up_links" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "document_shares" ADD COLUMN "by_address" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "team_invitations" ADD COLUMN "mailed_token_hash" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "address_state" text DEFAULT 'unproven' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "address_ground" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "address_by" uuid;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "address_at" timestamp with time zone;--> statement-breakpoint
-- By hand: what was confirmed goes on to count. How it was confirmed was not recorded, so nothing is proven by it. Whoever
-- never confirmed counts where everybody does who is at the machine itself, and nowhere else. Colleagues of samples have no role.
UPDATE "users" SET "address_state" = 'vouched', "address_at" = now(),
	"address_ground" = CASE WHEN "email_verified" OR NOT EXISTS (
		SELECT FROM "user_roles" WHERE "user_roles"."user_id" = "users"."id") THEN 'earlier' ELSE 'loopback' END;--> statement-breakpoint
ALTER TABLE "system_settings" ADD COLUMN "registration" text DEFAULT 'auto' NOT NULL;--> statement-breakpoint
ALTER TABLE "system_settings" ADD COLUMN "registration_domains" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_address_by_users_id_fk" FOREIGN KEY ("address_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "users_address_by" ON "users" USING btree ("address_by");--> statement-breakpoint
ALTER TABLE "team_invitations" ADD CONSTRAINT "team_invitations_mailed_token" UNIQUE("mailed_token_hash");--> statement-breakpoint
CREATE POLICY "address_policy_auth" ON "address_policy" AS PERMISSIVE FOR ALL TO "adjutant_auth" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "set_up_links_auth" ON "set_up_links" AS PERMISSIVE FOR ALL TO "adjutant_auth" USING (true) WITH CHECK (true);