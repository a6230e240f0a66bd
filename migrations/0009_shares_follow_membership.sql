ALTER TABLE "document_shares" ADD COLUMN "conversation_id" uuid;--> statement-breakpoint
ALTER TABLE "document_shares" ADD COLUMN "message_id" uuid;--> statement-breakpoint
ALTER TABLE "document_shares" ADD COLUMN "decision_id" uuid;--> statement-breakpoint
CREATE UNIQUE INDEX "document_shares_message" ON "document_shares" USING btree ("message_id","document_id") WHERE message_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "document_shares_decision" ON "document_shares" USING btree ("decision_id","document_id") WHERE decision_id is not null;--> statement-breakpoint
CREATE INDEX "document_shares_with_conversation" ON "document_shares" USING btree ("conversation_id") WHERE conversation_id is not null;--> statement-breakpoint
ALTER TABLE "document_shares" ADD CONSTRAINT "document_shares_one_way" CHECK (num_nonnulls(person_id, workspace_id, conversation_id, decision_id) = 1 and num_nonnulls(conversation_id, message_id) <> 1);