ALTER TABLE "calendar_feeds" ADD COLUMN "includes_private" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "visibility" text DEFAULT 'public' NOT NULL;--> statement-breakpoint
-- By hand: events of CalDAV servers that are private there, so that the next push does not write them as public. The owner sees the
-- rows of a table only without FORCE, which is set again after all steps;
-- triggers would record a change of each.
ALTER TABLE "events" NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "events" DISABLE TRIGGER USER;
--> statement-breakpoint
UPDATE "events" SET "visibility" = CASE WHEN s."remote_ics" ~* '(^|\n)CLASS(;[^\n:]*)?:\s*CONFIDENTIAL' THEN 'confidential' ELSE 'private' END FROM "events" s WHERE s."id" = coalesce("events"."series_id", "events"."id") AND s."remote_ics" ~* '(^|\n)CLASS(;[^\n:]*)?:\s*(?!PUBLIC)\S';
--> statement-breakpoint
ALTER TABLE "events" ENABLE TRIGGER USER;
