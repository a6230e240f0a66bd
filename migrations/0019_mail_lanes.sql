CREATE TABLE "mail_lanes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" uuid,
	"failures" integer DEFAULT 1 NOT NULL,
	"closed_until" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "mail_lanes_account" UNIQUE NULLS NOT DISTINCT("account_id")
);
--> statement-breakpoint
ALTER TABLE "mail_lanes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "mail_deliveries" ADD COLUMN "is_external" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_lanes" ADD CONSTRAINT "mail_lanes_account_id_mail_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."mail_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "mail_lanes_read" ON "mail_lanes" AS PERMISSIVE FOR SELECT TO "adjutant_app" USING (exists (select from mail_accounts a where a.id = account_id));