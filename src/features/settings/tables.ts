import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  customType,
  doublePrecision,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { editable, instant, record } from "#platform/database/columns.ts";
import { ownRows } from "#platform/database/policies.ts";
import { LOCATION_TYPES, PICTURE_TYPES } from "./model.ts";

const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });
const isNotDeleted = sql`deleted_at is null`;

/** Places that weather and traffic are looked up for. */
export const userLocations = pgTable(
  "user_locations",
  {
    ...record(),
    userId: uuid().notNull(),
    locationType: text({ enum: LOCATION_TYPES }).notNull(),
    name: text().notNull(),
    address: text().notNull(),
    latitude: doublePrecision(),
    longitude: doublePrecision(),
    isPrimary: boolean().notNull().default(false),
    ...editable(),
  },
  (table) => [
    uniqueIndex("user_locations_name").on(table.userId, table.locationType, table.name).where(isNotDeleted),
    uniqueIndex("user_locations_primary").on(table.userId).where(sql`is_primary and deleted_at is null`),
    index("user_locations_oldest").on(table.userId, table.createdAt, table.id).where(isNotDeleted),
    check("user_locations_type", sql`location_type in ('home', 'work', 'frequent')`),
    check("user_locations_latitude", sql`latitude between -90 and 90`),
    check("user_locations_longitude", sql`longitude between -180 and 180`),
    ownRows("user_locations"),
  ],
);

/**
 * At most one picture per person. A new one has another id, so that what is at an address never changes. The policy by
 * which others see it is in policies.sql.
 */
export const profilePictures = pgTable(
  "profile_pictures",
  {
    ...record(),
    userId: uuid().notNull(),
    type: text({ enum: PICTURE_TYPES }).notNull(),
    /** Its header and its end were checked (check-picture.ts). */
    bytes: bytea().notNull(),
  },
  (table) => [uniqueIndex("profile_pictures_user").on(table.userId), ownRows("profile_pictures")],
);

const toggle = () => boolean().notNull().default(true);

/** At most one row per person; without one the defaults hold. */
export const dailyOperationsSettings = pgTable(
  "daily_operations_settings",
  {
    userId: uuid().primaryKey(),
    /** HH:MM on the clocks of the time zone. */
    briefingTime: text().notNull().default("08:00"),
    timezone: text().notNull().default("UTC"),
    briefingEnabled: toggle(),
    newsEnabled: toggle(),
    weatherEnabled: toggle(),
    trafficEnabled: toggle(),
    voiceCommandsEnabled: toggle(),
    smartNotificationsEnabled: toggle(),
    /** Minutes between the reminder to leave and the start of the trip. */
    leaveBuffer: integer().notNull().default(10),
    /** Days with an automatic briefing, numbered as in ISO 8601: Monday is 1, Sunday 7. */
    weekdays: integer().array().notNull().default(sql`'{1,2,3,4,5,6,7}'`),
    /** Results of voice commands are read aloud. */
    speakResults: boolean().notNull().default(false),
    /** When the briefing's time, zone, weekdays or switch last changed: no briefing is made for an earlier moment. */
    scheduledAt: instant().notNull().defaultNow(),
    updatedAt: instant().notNull().defaultNow(),
    version: integer().notNull().default(1),
  },
  () => [
    check("daily_operations_settings_time", sql`briefing_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'`),
    check("daily_operations_settings_buffer", sql`leave_buffer between 0 and 240`),
    check("daily_operations_settings_weekdays", sql`weekdays <@ '{1,2,3,4,5,6,7}'::integer[]`),
    ownRows("daily_operations_settings"),
  ],
);
