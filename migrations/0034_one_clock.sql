ALTER TABLE "calendar_settings" DROP CONSTRAINT "calendar_settings_weekday";--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "hour_cycle" text;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "first_weekday" integer;--> statement-breakpoint
-- By hand: the week of the calendar's settings moves to the profile, and a person has one zone: the chosen one of the two, the
-- profile's where both were chosen. The owner sees the rows of a table only without FORCE, which is set again after all steps;
-- triggers would record a change of each.
ALTER TABLE "calendar_settings" NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "profiles" NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "daily_operations_settings" NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "profiles" DISABLE TRIGGER USER;
--> statement-breakpoint
ALTER TABLE "daily_operations_settings" DISABLE TRIGGER USER;
--> statement-breakpoint
UPDATE "profiles" SET "first_weekday" = c."first_weekday" FROM "calendar_settings" c WHERE c."user_id" = "profiles"."user_id";
--> statement-breakpoint
UPDATE "profiles" SET "time_zone" = d."timezone" FROM "daily_operations_settings" d WHERE d."user_id" = "profiles"."user_id" AND "profiles"."time_zone" = 'UTC';
--> statement-breakpoint
UPDATE "daily_operations_settings" SET "timezone" = p."time_zone", "scheduled_at" = now() FROM "profiles" p WHERE p."user_id" = "daily_operations_settings"."user_id" AND p."time_zone" <> "daily_operations_settings"."timezone";
--> statement-breakpoint
ALTER TABLE "profiles" ENABLE TRIGGER USER;
--> statement-breakpoint
ALTER TABLE "daily_operations_settings" ENABLE TRIGGER USER;
--> statement-breakpoint
ALTER TABLE "calendar_settings" DROP COLUMN "first_weekday";--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_clock" CHECK (hour_cycle in ('h12', 'h23') and first_weekday between 0 and 6);
