import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { Pool } from "pg";

// Finds code that takes, compares or reads account addresses, from schemas and sources.

type Schema = {
  [key in "anyOf" | "oneOf" | "allOf" | "prefixItems"]?: Schema[];
} & {
  type?: string;
  format?: string;
  maxLength?: number;
  enum?: unknown[];
  items?: Schema;
  additionalProperties?: Schema | boolean;
  properties?: Record<string, Schema>;
};

/** The longest address: 254 by RFC 5321, 320 by adding the limits of its two parts. */
const LONGEST = [254, 320];
const NAMED =
  /mail|address|recipient|attendee|participant|invitee|colleague|sender|^b?cc$|^from$|^to$|^with$/i;

/** Input fields, at any depth, whose format, maximum length or name allows an address. */
export function addressFields(schema: Schema, name = ""): string[] {
  const parts = [
    ...(["anyOf", "oneOf", "allOf", "prefixItems"] as const).flatMap((key) => schema[key] ?? []),
    ...(schema.items ? [schema.items] : []),
    ...(typeof schema.additionalProperties === "object" ? [schema.additionalProperties] : []),
  ];
  const inside = [
    ...parts.flatMap((part) => addressFields(part, name)),
    ...Object.entries(schema.properties ?? {}).flatMap(([key, part]) => addressFields(part, key)),
  ];
  return isAddress(schema, name) ? [name, ...inside] : inside;
}

function isAddress({ type, format, maxLength = 0, enum: choices }: Schema, name: string): boolean {
  if (type !== "string" || choices || (format && format !== "email")) return false;
  return format === "email" || LONGEST.includes(maxLength) || NAMED.test(name);
}

/** Functions of the database that decide by themselves whether an address counts. */
const CHECK_CALL = /\b(address_counts|address_counts_of|address_state_now|invitation_state)\(/;

/** Functions and policies that use an account's address under any alias and do not check whether it counts. */
export async function uncheckedStatements(owner: Pool): Promise<string[]> {
  const { rows } = await owner.query<{ name: string; source: string }>(
    `select proname as name, prosrc as source from pg_proc where pronamespace = 'public'::regnamespace
     union all
     select tablename || '.' || policyname, coalesce(qual, '') || ' ' || coalesce(with_check, '') from pg_policies
       where schemaname = 'public'`,
  );
  return rows
    .filter(({ source }) => namesAccountAddress(source) && !CHECK_CALL.test(source))
    .map(({ name }) => name);
}

const namesAccountAddress = (source: string) =>
  /\b(users|profiles)\b/i.test(source) && /\bemail\b/i.test(source);

/** Database functions that take a text and compare it with addresses or return whether one counts. */
async function lookupFunctions(owner: Pool): Promise<string[]> {
  const { rows } = await owner.query<{ name: string; source: string }>(
    `select proname as name, prosrc as source from pg_proc where pronamespace = 'public'::regnamespace
       and proargtypes::oid[] && array['text'::regtype, 'text[]'::regtype]::oid[]`,
  );
  return rows
    .filter(({ source }) => namesAccountAddress(source) || CHECK_CALL.test(source))
    .map(({ name }) => name);
}

const SRC = join(import.meta.dirname, "../..");

/** Files of the program that read or compare the address of an account, look one up, or ask whether one counts. */
export async function filesWithAddresses(owner: Pool): Promise<string[]> {
  const sources = readdirSync(SRC, { recursive: true, withFileTypes: true })
    .filter(
      ({ name }) =>
        name.endsWith(".ts") && !/\.(test|factory)\.ts$|^factory\.ts$|(^|-)tables\.ts$/.test(name),
    )
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((file) => !/\/(app\/laws|platform\/testing|web)\//.test(file));
  const uses = usesAddresses(await lookupFunctions(owner));
  return sources
    .filter((file) => uses(readFileSync(file, "utf8")))
    .map((file) => relative(SRC, file))
    .sort();
}

/** Whether a source uses the address column of accounts, in Drizzle or in SQL, or calls a look-up or a check. */
export function usesAddresses(lookups: readonly string[]): (source: string) => boolean {
  const calls = new RegExp(
    `${CHECK_CALL.source}|\\b(addressCounts|addressCountsOf|requireOwnAddress)\\b|\\b(${lookups.join("|")})\\(`,
  );
  return (source) => calls.test(source) || /\b(users|profiles)\.email\b/.test(source) || readsByAlias(source);
}

function readsByAlias(source: string): boolean {
  const aliases = [
    ...source.matchAll(/\b(?:from|join)\s+(?:public\.)?(?:users|profiles)\s+(?:as\s+)?(\w+)/gi),
  ];
  return aliases.some(([, alias]) => new RegExp(`\\b${alias}\\.email\\b`).test(source));
}
