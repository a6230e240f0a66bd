ALTER TABLE "mail_accounts" ADD COLUMN "imap_certificate" text;--> statement-breakpoint
ALTER TABLE "mail_accounts" ADD COLUMN "smtp_certificate" text;