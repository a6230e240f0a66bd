DROP INDEX "emails_account";--> statement-breakpoint
DROP INDEX "mailbox_messages_email";--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "fingerprint" text;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "is_unplaced" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "mailboxes" ADD COLUMN "has_fingerprints" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "emails_fingerprint" ON "emails" USING btree ("account_id","fingerprint") WHERE account_id is not null;--> statement-breakpoint
CREATE INDEX "emails_own_copies" ON "emails" USING btree ("account_id","message_id") WHERE account_id is not null and (fingerprint is null or status <> 'received');--> statement-breakpoint
CREATE INDEX "emails_unplaced" ON "emails" USING btree ("account_id") WHERE is_unplaced;--> statement-breakpoint
-- By hand: earlier releases took messages of one folder with one Message-ID for one. The newest remains; the others are read again,
-- and so is the text, which may be that of another. The owner sees the rows only without FORCE, which is set again after all steps.
ALTER TABLE "mailbox_messages" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "emails" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
UPDATE "emails" SET "body_state" = 'none' WHERE "status" = 'received' AND "id" IN (SELECT "email_id" FROM "mailbox_messages" GROUP BY "email_id", "mailbox_id" HAVING count(*) > 1);--> statement-breakpoint
DELETE FROM "mailbox_messages" m USING "mailbox_messages" newer WHERE newer."email_id" = m."email_id" AND newer."mailbox_id" = m."mailbox_id" AND newer."uid" > m."uid";--> statement-breakpoint
ALTER TABLE "mailbox_messages" ADD CONSTRAINT "mailbox_messages_once" UNIQUE("email_id","mailbox_id");