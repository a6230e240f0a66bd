ALTER TABLE "contact_cards" ADD COLUMN "account_id" uuid;--> statement-breakpoint
ALTER TABLE "contact_cards" ADD COLUMN "href" text;--> statement-breakpoint
ALTER TABLE "contact_cards" ADD COLUMN "etag" text;--> statement-breakpoint
ALTER TABLE "contact_cards" ADD COLUMN "synced" jsonb;--> statement-breakpoint
ALTER TABLE "contact_cards" ADD COLUMN "state" text DEFAULT 'synced' NOT NULL;--> statement-breakpoint
ALTER TABLE "contact_cards" ADD COLUMN "conflict" jsonb;--> statement-breakpoint
ALTER TABLE "card_accounts" ADD COLUMN "books" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "card_accounts" ADD COLUMN "new_contacts_book" text;--> statement-breakpoint
ALTER TABLE "card_accounts" ADD COLUMN "new_contacts_since" timestamp (3) with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "contact_cards_href" ON "contact_cards" USING btree ("user_id","account_id","href") WHERE account_id is not null;