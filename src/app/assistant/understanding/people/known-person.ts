import type { contacts } from "#features/contacts/contacts.ts";
import type { members } from "#features/team/members.ts";

export type Contact = Awaited<ReturnType<typeof contacts.get>>;
export type Member = Awaited<ReturnType<typeof members.get>>;

/** Somebody whom the person knows: as a contact, by an account here, or as both. */
export type KnownPerson = {
  name: string;
  /** Of the account here; null where there is none. */
  userId: string | null;
  addresses: string[];
  contact: Contact | null;
  member: Member | null;
};

export type Circle = "contacts" | "accounts" | "all";
