ALTER TABLE "contact_cards" ADD COLUMN "added" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "contact_cards" ADD COLUMN "merged_from" uuid;