CREATE INDEX "mail_deliveries_open" ON "mail_deliveries" USING btree ("user_id") WHERE state <> 'sent';--> statement-breakpoint
-- By hand: mail that was held, or whose end is unknown, was listed as sent. The owner sees the rows of a table only without FORCE,
-- which is set again after all steps.
ALTER TABLE "emails" NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "mail_deliveries" NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
UPDATE "emails" SET "status" = d."state", "folder" = 'outbox', "sent_at" = NULL FROM "mail_deliveries" d WHERE d."email_id" = "emails"."id" AND d."state" IN ('held', 'uncertain') AND "emails"."status" = 'sent';
