ALTER TABLE "calendars" ADD COLUMN "unreadable" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
-- By hand: what earlier syncs could not read was not listed, so the next sync of each calendar reads all of it once more. The owner
-- sees the rows of a table only without FORCE, which is set again after all steps.
ALTER TABLE "calendars" NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
UPDATE "calendars" SET "sync_token" = NULL WHERE "kind" = 'caldav';
--> statement-breakpoint
UPDATE "calendars" SET "etag" = NULL, "last_modified" = NULL WHERE "kind" = 'subscription';
