ALTER TABLE "emails" ADD COLUMN "is_receipt_requested" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_recipients" ADD COLUMN "receipt" jsonb;