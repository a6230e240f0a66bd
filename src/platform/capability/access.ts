import { t } from "#i18n/message.ts";
import type { Actor, Effect } from "./actor.ts";
import type { Context, SignedIn } from "./context.ts";
import { AppError } from "./errors.ts";

/** Who may call a capability at all. Its queries and row-level security decide on which rows. */
export type Access = "anyone" | "user" | "moderator" | "admin";

export type ContextFor<A extends Access> = A extends "anyone" ? Context : SignedIn;

const REQUIRED_ROLE = { moderator: ["moderator", "admin"], admin: ["admin"] } as const;

type Guarded = { access: Access; effect: Effect; sessionOnly?: boolean; peopleOnly?: boolean };

/** Throws `unauthenticated` or `forbidden`; the only place that decides who may call what. */
export function authorize(actor: Actor | null, guarded: Guarded): void {
  if (guarded.access === "anyone") return;
  if (!actor) throw new AppError("unauthenticated", t`Please sign in`);
  if (actor.impersonatedBy && (guarded.effect !== "read" || guarded.sessionOnly))
    throw new AppError("forbidden", t`You are viewing as another person, so you cannot change anything`);
  if (!actor.scopes.includes(guarded.effect))
    throw new AppError("forbidden", t`This API key does not have the scope '${guarded.effect}'`);
  if (guarded.sessionOnly && actor.via === "api_key")
    throw new AppError("forbidden", t`This cannot be done with an API key`);
  if (guarded.peopleOnly && actor.isAgent) throw new AppError("forbidden", t`An agent cannot do this`);
  if (guarded.access === "user") return;
  const allowed: readonly string[] = REQUIRED_ROLE[guarded.access];
  if (!actor.roles.some((role) => allowed.includes(role)))
    throw new AppError("forbidden", t`You do not have permission to do this`);
}
