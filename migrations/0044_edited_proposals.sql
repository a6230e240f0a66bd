ALTER TABLE "assistant_proposals" ADD COLUMN "edited_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "agent_requests" ADD COLUMN "edited_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "agent_requests" ADD COLUMN "asked_hash" text;