import type pg from "pg";
import { LANGUAGES } from "#i18n/languages.ts";
import { t } from "#i18n/message.ts";
import type { Actor, Effect, Role } from "#platform/capability/actor.ts";
import { AppError } from "#platform/capability/errors.ts";
import type { Database } from "#platform/database/database.ts";
import { asAppError } from "#platform/database/sql-errors.ts";
import { type AddressReason, grantsNamedRole } from "../address-state.ts";
import type { Auth } from "../auth.ts";
import type { AuthSettings } from "../auth-settings.ts";
import { isApiKey, tokenHash } from "../credentials/token.ts";
import { SCOPES } from "../tables.ts";
import type { SessionCookie } from "./session-cookie.ts";

const PERSON = `users.id as "userId", users.email, users.address_reason as "addressReason", profiles.full_name as "fullName",
  array(select role from user_roles where user_id = users.id) as roles`;

// rule: built-sql - a constant within a constant: the statement is prepared once by its name
const BY_SESSION = `select ${PERSON}, sessions.id as "credentialId", sessions.renewed_at as "lastUsedAt",
    sessions.impersonated_by as "impersonatedBy", profiles.language
  from sessions join users on users.id = sessions.user_id join profiles on profiles.user_id = users.id
  where sessions.token_hash = $1 and sessions.expires_at > now() and users.suspended_at is null
    and (sessions.impersonated_by is null or (
      not exists (select from user_roles where user_id = users.id and role = 'admin')
      and exists (
        select from sessions own join users admin on admin.id = own.user_id and admin.suspended_at is null
          join user_roles held on held.user_id = own.user_id and held.role = 'admin'
         where own.id = sessions.impersonator_session and own.user_id = sessions.impersonated_by
           and own.expires_at > now())))`;

// rule: built-sql - a constant within a constant: the statement is prepared once by its name
const BY_KEY = `select ${PERSON}, api_keys.id as "credentialId", api_keys.last_used_at as "lastUsedAt", api_keys.scopes,
    api_keys.tool_groups as "toolGroups", api_keys.client_id is not null or api_keys.is_agent as "isAgent",
    api_keys.skips_approval as "skipsApproval", profiles.agents_paused_at as "pausedAt"
  from api_keys join users on users.id = api_keys.user_id join profiles on profiles.user_id = users.id
  where api_keys.key_hash = $1 and api_keys.revoked_at is null and users.suspended_at is null
    and (api_keys.expires_at is null or api_keys.expires_at > now())`;

// rule: owner-in-query - the id is of the session that the cookie of this request has just proved
const RENEW = `update sessions set renewed_at = now(), expires_at =
    least(now() + make_interval(days => $2), created_at + make_interval(days => $3)) where id = $1`;

// rule: owner-in-query - the id is of the key that this request has just shown
const TOUCH_KEY = "update api_keys set last_used_at = now() where id = $1";

const GRANT_ADMIN = "insert into user_roles (user_id, role) values ($1, 'admin') on conflict do nothing";

/** During impersonation nothing may be changed in the person's name. */
const IMPERSONATION_PAUSED: readonly Effect[] = ["read"];

const DAY_MS = 86_400_000;
const KEY_TOUCH_MS = 60_000;

type Found = {
  userId: string;
  email: string;
  fullName: string;
  addressReason: AddressReason | null;
  roles: Role[];
  credentialId: string;
  lastUsedAt: Date | null;
  impersonatedBy?: string | null;
  language?: string | null;
};

type FoundKey = Found & {
  scopes: Effect[];
  toolGroups: string[] | null;
  pausedAt: Date | null;
  isAgent: boolean;
  skipsApproval: boolean;
};

/**
 * One indexed query per request, so a role change, a sign-out or a revoked key takes effect on the next one. A used
 * session is renewed once a day; a key records its use once a minute.
 */
export function authenticator(
  identities: Database,
  settings: AuthSettings,
  cookie: SessionCookie,
): Auth["authenticate"] {
  return async (headers) => {
    const authorization = headers.get("authorization");
    if (authorization !== null) {
      const key = authorization.replace(/^Bearer +/i, "");
      return isApiKey(key) ? authenticateKey(identities, settings, key) : null;
    }
    const token = cookie.read(headers.get("cookie"));
    return token === null ? null : authenticateSession(identities, settings, token);
  };
}

async function authenticateSession(
  identities: Database,
  settings: AuthSettings,
  token: string,
): Promise<Actor | null> {
  const { rows } = await query<Found>(identities, {
    name: "session",
    text: BY_SESSION,
    values: [tokenHash(token)],
  });
  const [found] = rows;
  if (!found) return null;
  // An impersonation is not renewed: it ends after its hour.
  if (!found.impersonatedBy && isDue(found.lastUsedAt, (settings.sessionIdleDays * DAY_MS) / 7))
    await query(identities, {
      text: RENEW,
      values: [found.credentialId, settings.sessionIdleDays, settings.sessionAbsoluteDays],
    });
  const scopes = found.impersonatedBy ? IMPERSONATION_PAUSED : SCOPES;
  return withNamedRole(identities, asActor(settings, found, "session", scopes), found);
}

async function authenticateKey(
  identities: Database,
  settings: AuthSettings,
  key: string,
): Promise<Actor | null> {
  const { rows } = await query<FoundKey>(identities, {
    name: "api_key",
    text: BY_KEY,
    values: [tokenHash(key)],
  });
  const [found] = rows;
  if (!found) return null;
  if (found.pausedAt || settings.instance?.().agentsEnabled === false)
    throw new AppError(
      "forbidden",
      found.pausedAt
        ? t`This person's agents are paused. They can let them act again in Settings`
        : t`Agents are switched off here. An administrator can switch them on again`,
    );
  if (isDue(found.lastUsedAt, KEY_TOUCH_MS))
    await query(identities, { text: TOUCH_KEY, values: [found.credentialId] });
  const { isAgent, skipsApproval, toolGroups } = found;
  const actor = {
    ...asActor(settings, found, "api_key", found.scopes),
    ...(isAgent && { isAgent, skipsApproval }),
    ...(toolGroups && { toolGroups }),
  };
  return withNamedRole(identities, actor, found);
}

const query = <Row extends pg.QueryResultRow>({ pool }: Database, config: pg.QueryConfig) =>
  pool.query<Row>(config).catch((error: unknown) => {
    throw asAppError(error);
  });

const isDue = (lastUsedAt: Date | null, everyMs: number) =>
  lastUsedAt === null || Date.now() - lastUsedAt.getTime() > everyMs;

function asActor(settings: AuthSettings, found: Found, via: Actor["via"], scopes: readonly Effect[]): Actor {
  const { userId, email, fullName, credentialId, impersonatedBy } = found;
  const language = LANGUAGES.find((each) => each === found.language);
  const isNamedAdmin =
    email === settings.adminEmail && grantsNamedRole(found.addressReason) && !found.roles.includes("admin");
  const roles: readonly Role[] = isNamedAdmin ? [...found.roles, "admin"] : found.roles;
  return {
    userId,
    email,
    fullName,
    roles,
    via,
    scopes,
    credentialId,
    ...(language && { language }),
    ...(impersonatedBy && { impersonatedBy }),
  };
}

/**
 * Stores the role of the ADMIN_EMAIL account if it was proven or named since its last sign-in: database checks need
 * the row.
 */
async function withNamedRole(identities: Database, actor: Actor, { roles }: Found): Promise<Actor> {
  if (actor.roles.length > roles.length)
    await query(identities, { text: GRANT_ADMIN, values: [actor.userId] });
  return actor;
}
