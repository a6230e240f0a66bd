CREATE TABLE "email_search_texts" (
	"email_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"content" text NOT NULL,
	"recipients" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "email_search_texts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
-- The texts are there, so none is folded again. The index is built after the rows, which is much faster.
INSERT INTO "email_search_texts" ("email_id", "user_id", "content", "recipients")
SELECT "id", "user_id", "search_text", "recipients_text" FROM "emails";--> statement-breakpoint
DROP INDEX "emails_summarized";--> statement-breakpoint
DROP INDEX "emails_recipients";--> statement-breakpoint
DROP INDEX "emails_search";--> statement-breakpoint
ALTER TABLE "emails" ALTER COLUMN "preview" DROP EXPRESSION;--> statement-breakpoint
ALTER TABLE "emails" ALTER COLUMN "preview" SET DEFAULT '';--> statement-breakpoint
ALTER TABLE "email_search_texts" ADD CONSTRAINT "email_search_texts_email_id_emails_id_fk" FOREIGN KEY ("email_id") REFERENCES "public"."emails"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "email_search_texts_words" ON "email_search_texts" USING gin ("user_id","content" gin_trgm_ops,"recipients" gin_trgm_ops);--> statement-breakpoint
ALTER TABLE "emails" DROP COLUMN "search_text";--> statement-breakpoint
ALTER TABLE "emails" DROP COLUMN "recipients_text";--> statement-breakpoint
CREATE POLICY "email_search_texts_own" ON "email_search_texts" AS PERMISSIVE FOR SELECT TO "adjutant_app" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));
