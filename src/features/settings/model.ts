import { z } from "zod";
import { LANGUAGES } from "#i18n/languages.ts";
import { t, term } from "#i18n/message.ts";
import { ADDRESS_REASONS, ADDRESS_STATES } from "#platform/auth/address-state.ts";
import { START_PAGES } from "#platform/auth/start-pages.ts";
import { Provenance } from "#platform/capability/provenance.ts";
import { Id, Instant } from "#platform/capability/wire.ts";
import { HOUR_CYCLES } from "#platform/time/hour-cycle.ts";
import { isTimeZone } from "#platform/time/wall-clock.ts";

const Role = z.enum(["user", "moderator", "admin"]);
export const Scope = z.enum(["read", "write", "destroy"]);

/** Only bounded here; validated where it is used, so that the errors have the wording of the specification. */
export const Email = z.string().max(320);
export const Password = z.string().max(1000);

/** An IANA name such as Europe/Berlin. */
export const TimeZone = z.string().max(100).refine(isTimeZone, t`Please choose a time zone from the list`);

export const DENSITIES = ["comfortable", "compact"] as const;
export const MOTIONS = ["system", "reduced"] as const;
export const Appearance = z.object({
  density: z.enum(DENSITIES),
  motion: z.enum(MOTIONS),
});

/** The state of the person's own address, its reason, and how much waits for it. */
export const OwnAddress = z.object({
  email: z.string(),
  state: z.enum(ADDRESS_STATES),
  reason: z.enum(ADDRESS_REASONS).nullable(),
  /** The name of the person who vouched for it; null if nobody did. */
  vouchedBy: z.string().nullable(),
  at: Instant.nullable(),
  /** A link can be mailed to it: this instance has a mail server. */
  canSendLink: z.boolean(),
  waiting: z.object({ documents: z.int(), invitations: z.int(), mails: z.int(), conversations: z.int() }),
});

/** 0 is Sunday. */
export const Weekday = z.int().min(0).max(6);

/** The clock that a person's days follow, and how it is written. */
export const Clock = z.object({
  timeZone: z.string(),
  /** Null until a browser of the person has said it. */
  hourCycle: z.enum(HOUR_CYCLES).nullable(),
  /** 0 is Sunday; null: as the reader's locale has it. */
  firstWeekday: z.int().nullable(),
});

/** The clock of a browser, which a profile without one takes. */
export const BrowserClock = z.strictObject({
  timeZone: TimeZone,
  hourCycle: z.enum(HOUR_CYCLES),
  firstWeekday: Weekday,
});

/** The signed-in person, for every screen; `user` is null if nobody is signed in. */
export const CurrentSession = z.object({
  user: z
    .object({
      id: Id,
      email: z.string(),
      fullName: z.string(),
      avatarUrl: z.string().nullable(),
      /** How the greeting addresses the person. */
      address: z.string(),
      ...Clock.shape,
      ...Appearance.shape,
      /** Of the pages; null: that of the browser. */
      language: z.enum(LANGUAGES).nullable(),
      /** The dashboard offers the first steps. */
      isNew: z.boolean(),
      /** The effective state of the address. */
      emailState: z.enum(ADDRESS_STATES),
    })
    .nullable(),
  roles: z.array(Role),
  isAdmin: z.boolean(),
  /** True once per sign-in of the account that ADMIN_EMAIL names: / then goes to /admin. */
  redirectToAdmin: z.boolean(),
  /** Number of the last announcement whose change later reads already include: continue with `/events?after=` it. */
  lastEventId: z.int(),
  /** While an administrator views as this person: who, why and until when. */
  impersonation: z.object({ by: z.string(), reason: z.string(), until: Instant }).optional(),
});

export const Session = z.object({
  id: Id,
  createdAt: Instant,
  /** Exact to a day. */
  lastUsedAt: Instant,
  expiresAt: Instant,
  address: z.string().nullable(),
  userAgent: z.string().nullable(),
  isCurrent: z.boolean(),
});

export const ApiKey = z.object({
  id: Id,
  name: z.string(),
  lastFour: z.string(),
  scopes: z.array(Scope),
  createdAt: Instant,
  /** Exact to a minute; null where it was never used. */
  lastUsedAt: Instant.nullable(),
  /** Null where it does not expire. */
  expiresAt: Instant.nullable(),
  /** The areas whose tools it may call; null: all of them. */
  toolGroups: z.array(z.string()).nullable(),
  /** A program that decides by itself: what it sends or deletes waits for approval. */
  isAgent: z.boolean(),
  /** True for an agent connected by sign-in (OAuth), false for a key that the person created. */
  isSignedIn: z.boolean(),
  /** It may send and delete without approval. */
  skipsApproval: z.boolean(),
});

/** Areas that a key can be limited to, by the names of their slices. */
export const TOOL_GROUPS = [
  "calendar",
  "communication",
  "daily-ops",
  "documents",
  "email",
  "search",
  "tasks",
  "team",
] as const;
export const ToolGroups = z.array(z.enum(TOOL_GROUPS)).min(1, t`Please choose at least one area`).nullable();

/** A write by an agent, and when it happened. */
export const AgentAction = z.object({
  id: Id,
  at: Instant,
  /** Name of the key or agent; null if it no longer exists. */
  keyName: z.string().nullable(),
  capability: z.string(),
  effect: z.string(),
  outcome: z.string(),
});

export const Profile = z.object({
  fullName: z.string(),
  email: z.string(),
  avatarUrl: z.string().nullable(),
  role: Role,
  address: z.string(),
  ...Clock.shape,
  ...Appearance.shape,
  /** Null: the language of the browser. */
  language: z.enum(LANGUAGES).nullable(),
  startPage: z.enum(START_PAGES),
  startsEmpty: z.boolean(),
  firstStepsAt: Instant.nullable(),
  version: z.int(),
});

/** Bytes as a browser gives them, base64url. */
export const Coded = (longest: number) =>
  z
    .string()
    .min(1)
    .max(longest)
    .regex(/^[\w-]+$/, t`This is not Base64url`);
/** The token of a sign-in that is not complete yet. */
export const SignInStep = z.string().max(100);

export const Passkey = z.object({
  id: Id,
  name: z.string(),
  createdAt: Instant,
  lastUsedAt: Instant.nullable(),
});

/** Of a picture that a person chose; SVG is excluded, because it can hold scripts, and so is what moves. */
export const PICTURE_TYPES = ["image/jpeg", "image/png", "image/webp"] as const;
export type PictureType = (typeof PICTURE_TYPES)[number];
/** Pixels of each side, as the settings page makes it. */
export const PICTURE_SIDE = 256;
/** Pixels of the longer side that are accepted at most. */
export const MAX_PICTURE_SIDE = 512;
/** Bytes. */
export const MAX_PICTURE = 200_000;

export const pictureAddress = (id: string) => `/files/pictures/${id}`;

export const LOCATION_TYPES = ["home", "work", "frequent"] as const;
export const LocationType = z.enum(LOCATION_TYPES);
export type LocationType = z.infer<typeof LocationType>;
export const LOCATION_TYPE_LABELS: Record<LocationType, string> = {
  home: term("Home", "kind of location"),
  work: term("Work", "kind of location"),
  frequent: term("Frequent", "kind of location"),
};

/** Maximum number of places of one person. */
export const MAX_LOCATIONS = 50;

export const Location = z.object({
  id: Id,
  locationType: LocationType,
  name: z.string(),
  address: z.string(),
  provenance: Provenance,
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  /** At most one is primary; if none is, the oldest serves as the primary one. */
  isPrimary: z.boolean(),
  createdAt: Instant,
  version: z.int(),
});
export type Location = z.output<typeof Location>;

export const NewLocation = z.strictObject({
  locationType: LocationType.default("home"),
  name: z.string().trim().min(1, t`Please fill in location name and address`).max(200),
  address: z.string().trim().min(1, t`Please fill in location name and address`).max(500),
  /** Degrees; north and east are positive. */
  latitude: z.number().min(-90).max(90).nullable().default(null),
  longitude: z.number().min(-180).max(180).nullable().default(null),
  isPrimary: z.boolean().default(false),
});
export type NewLocation = z.output<typeof NewLocation>;

const BriefingTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, t`Please give a time such as 08:00`);

export const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7] as const;

export const DailyOpsSettings = z.object({
  /** HH:MM on the clocks of `timezone`. */
  briefingTime: BriefingTime,
  timezone: TimeZone,
  briefingEnabled: z.boolean(),
  newsEnabled: z.boolean(),
  weatherEnabled: z.boolean(),
  trafficEnabled: z.boolean(),
  voiceCommandsEnabled: z.boolean(),
  smartNotificationsEnabled: z.boolean(),
  /** Minutes between the reminder to leave and the start of the trip. */
  leaveBuffer: z.int().min(0).max(240).default(10),
  /** Days with an automatic briefing: Monday is 1, Sunday 7 (ISO 8601). */
  weekdays: z
    .array(z.int().min(1).max(7))
    .min(1, t`Choose at least one day`)
    .max(7)
    .default(() => [...EVERY_DAY]),
  /** Results of voice commands are read aloud. */
  speakResults: z.boolean().default(false),
  /** 0 where nothing was saved yet. */
  version: z.int(),
});
export type DailyOpsSettings = z.infer<typeof DailyOpsSettings>;

export const DAILY_OPS_DEFAULTS: DailyOpsSettings = {
  briefingTime: "08:00",
  timezone: "UTC",
  briefingEnabled: true,
  newsEnabled: true,
  weatherEnabled: true,
  trafficEnabled: true,
  voiceCommandsEnabled: true,
  smartNotificationsEnabled: true,
  leaveBuffer: 10,
  weekdays: [...EVERY_DAY],
  speakResults: false,
  version: 0,
};
