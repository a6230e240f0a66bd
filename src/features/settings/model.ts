import { z } from "zod";
import { Id, Instant } from "#platform/capability/wire.ts";
import { isTimeZone } from "#platform/time/time-zone.ts";

const Role = z.enum(["user", "moderator", "admin"]);
export const Scope = z.enum(["read", "write", "destroy"]);

/** Checked for content where it is used, so that the specification's texts answer; here only bounded. */
export const Email = z.string().max(320);
export const Password = z.string().max(1000);

/** An IANA name such as Europe/Berlin. */
export const TimeZone = z.string().max(100).refine(isTimeZone, "Please choose a time zone from the list");

/** Who is signed in, for every screen; `user` is null where nobody is. */
export const CurrentSession = z.object({
  user: z
    .object({
      id: Id,
      email: z.string(),
      fullName: z.string(),
      /** How the greeting addresses the person. */
      address: z.string(),
      timeZone: z.string(),
      emailVerified: z.boolean(),
    })
    .nullable(),
  roles: z.array(Role),
  isAdmin: z.boolean(),
  /** True once per sign-in of the account that ADMIN_EMAIL names: / then goes to /admin. */
  redirectToAdmin: z.boolean(),
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
});

export const Profile = z.object({
  fullName: z.string(),
  email: z.string(),
  avatarUrl: z.string().nullable(),
  role: Role,
  address: z.string(),
  timeZone: z.string(),
  version: z.int(),
});
