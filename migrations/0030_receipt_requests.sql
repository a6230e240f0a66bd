ALTER TABLE "emails" ADD COLUMN "receipt_request" jsonb;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "receipt_answer" text;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "read_receipt" jsonb;--> statement-breakpoint
ALTER TABLE "mail_preferences" ADD COLUMN "receipt_requests" text DEFAULT 'ask' NOT NULL;--> statement-breakpoint
CREATE INDEX "mail_pending_operations_replayed" ON "mail_pending_operations" USING btree ("account_id") WHERE state = 'replayed';