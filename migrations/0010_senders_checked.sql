ALTER TABLE "emails" ADD COLUMN "auth_server" text;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "auth_depth" integer;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "auth_check" text;--> statement-breakpoint
ALTER TABLE "mail_accounts" ADD COLUMN "auth_server" text;--> statement-breakpoint
ALTER TABLE "mail_accounts" ADD COLUMN "auth_depth" integer;--> statement-breakpoint
ALTER TABLE "mail_accounts" ADD COLUMN "is_auth_server_chosen" boolean DEFAULT false NOT NULL;