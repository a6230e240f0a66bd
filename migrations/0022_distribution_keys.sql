-- By hand: rows get the key of their parent. The owner sees the rows of a table only without FORCE, which is set again after all
-- steps; triggers would log each row again, or refuse its change.
ALTER TABLE "messages" NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "calls" NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "team_decisions" NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "message_edits" ADD COLUMN "conversation_id" uuid;
--> statement-breakpoint
ALTER TABLE "message_edits" NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "message_edits" DISABLE TRIGGER USER;
--> statement-breakpoint
UPDATE "message_edits" SET "conversation_id" = p."conversation_id" FROM "messages" p WHERE p."id" = "message_edits"."message_id";
--> statement-breakpoint
ALTER TABLE "message_edits" ENABLE TRIGGER USER;
--> statement-breakpoint
ALTER TABLE "message_edits" ALTER COLUMN "conversation_id" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "message_reactions" ADD COLUMN "conversation_id" uuid;
--> statement-breakpoint
ALTER TABLE "message_reactions" NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "message_reactions" DISABLE TRIGGER USER;
--> statement-breakpoint
UPDATE "message_reactions" SET "conversation_id" = p."conversation_id" FROM "messages" p WHERE p."id" = "message_reactions"."message_id";
--> statement-breakpoint
ALTER TABLE "message_reactions" ENABLE TRIGGER USER;
--> statement-breakpoint
ALTER TABLE "message_reactions" ALTER COLUMN "conversation_id" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "call_participants" ADD COLUMN "conversation_id" uuid;
--> statement-breakpoint
ALTER TABLE "call_participants" NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "call_participants" DISABLE TRIGGER USER;
--> statement-breakpoint
UPDATE "call_participants" SET "conversation_id" = p."conversation_id" FROM "calls" p WHERE p."id" = "call_participants"."call_id";
--> statement-breakpoint
ALTER TABLE "call_participants" ENABLE TRIGGER USER;
--> statement-breakpoint
ALTER TABLE "call_participants" ALTER COLUMN "conversation_id" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "call_signals" ADD COLUMN "conversation_id" uuid;
--> statement-breakpoint
ALTER TABLE "call_signals" NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "call_signals" DISABLE TRIGGER USER;
--> statement-breakpoint
UPDATE "call_signals" SET "conversation_id" = p."conversation_id" FROM "calls" p WHERE p."id" = "call_signals"."call_id";
--> statement-breakpoint
ALTER TABLE "call_signals" ENABLE TRIGGER USER;
--> statement-breakpoint
ALTER TABLE "call_signals" ALTER COLUMN "conversation_id" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "decision_votes" ADD COLUMN "workspace_id" uuid;
--> statement-breakpoint
ALTER TABLE "decision_votes" NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "decision_votes" DISABLE TRIGGER USER;
--> statement-breakpoint
UPDATE "decision_votes" SET "workspace_id" = p."workspace_id" FROM "team_decisions" p WHERE p."id" = "decision_votes"."decision_id";
--> statement-breakpoint
ALTER TABLE "decision_votes" ENABLE TRIGGER USER;
--> statement-breakpoint
ALTER TABLE "decision_votes" ALTER COLUMN "workspace_id" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "decision_log" ADD COLUMN "workspace_id" uuid;
--> statement-breakpoint
ALTER TABLE "decision_log" NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "decision_log" DISABLE TRIGGER USER;
--> statement-breakpoint
UPDATE "decision_log" SET "workspace_id" = p."workspace_id" FROM "team_decisions" p WHERE p."id" = "decision_log"."decision_id";
--> statement-breakpoint
ALTER TABLE "decision_log" ENABLE TRIGGER USER;
--> statement-breakpoint
ALTER TABLE "decision_log" ALTER COLUMN "workspace_id" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "decision_papers" ADD COLUMN "workspace_id" uuid;
--> statement-breakpoint
ALTER TABLE "decision_papers" NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "decision_papers" DISABLE TRIGGER USER;
--> statement-breakpoint
UPDATE "decision_papers" SET "workspace_id" = p."workspace_id" FROM "team_decisions" p WHERE p."id" = "decision_papers"."decision_id";
--> statement-breakpoint
ALTER TABLE "decision_papers" ENABLE TRIGGER USER;
--> statement-breakpoint
ALTER TABLE "decision_papers" ALTER COLUMN "workspace_id" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "decision_paper_reads" ADD COLUMN "workspace_id" uuid;
--> statement-breakpoint
ALTER TABLE "decision_paper_reads" NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "decision_paper_reads" DISABLE TRIGGER USER;
--> statement-breakpoint
UPDATE "decision_paper_reads" SET "workspace_id" = p."workspace_id" FROM "team_decisions" p WHERE p."id" = "decision_paper_reads"."decision_id";
--> statement-breakpoint
ALTER TABLE "decision_paper_reads" ENABLE TRIGGER USER;
--> statement-breakpoint
ALTER TABLE "decision_paper_reads" ALTER COLUMN "workspace_id" SET NOT NULL;
