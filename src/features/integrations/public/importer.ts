import type { SignedIn } from "#platform/capability/context.ts";
import type { Slice } from "#platform/capability/slice.ts";
import type { DavChanges } from "#platform/outbound/dav-listing.ts";
import type { ConnectionContext, StoredIntegration } from "../connections/token-store.ts";
import type { DataKind, ListedAddressBook, SyncedAddressBook } from "../model.ts";
import type { SendRequest } from "./provider.ts";

/** Replaces the cursor when the user asked to read everything again. */
export const RESET_CURSOR = "";
/** The cursor of mail counts imported messages; it never expires. */
export const MAIL_RESOURCE = "mail";

/** A message that a push named: it is read again, however old it is. */
export type ChangeHint = { id: string; thread: string | null };
export type SyncScope = { resource: string; hints: readonly ChangeHint[] };

export type ImportCounts = { count: number; removed: number; quarantined: number; isFull: boolean };

/** Progress of a run: the total if known, and the current part of how many. */
export type Progress = { total?: number; step?: number; steps?: number };

/** One run of a connection: access to its provider, and a way to report progress. */
export type Run = {
  context: SignedIn;
  connectionContext: ConnectionContext;
  row: StoredIntegration;
  sendRequest: SendRequest;
  counts: ImportCounts;
  /** The one calendar or conversation that a push named; null for all. */
  only: SyncScope | null;
  /** The first run after connecting. */
  isFirst: boolean;
  /** The resources found, for which push channels can be opened. */
  resources: { id: string; latest: Date | null }[];
  /** Reports stored items and extends the lease. */
  progress(stored: number, more?: Progress): Promise<void>;
};

/** How a slice imports one kind of data from a connected account; the returned text is shown to the user. */
export type Importer = {
  kind: DataKind;
  run(run: Run): Promise<string | undefined>;
  /** Deletes state besides the cursors of the connection: the next run reads everything from the beginning. */
  reset?(context: SignedIn, integrationId: string): Promise<void>;
};

/** `text` null: larger than what is read at once. */
export type RemoteCard = { href: string; etag: string; text: string | null };
/** `etag` null: the server does not return it. Status 412: the card changed meanwhile. */
export type CardWriteResult = { status: number; etag: string | null };

/** The address books of a person on a CardDAV server (RFC 6352). */
export type AddressBookServer = {
  books(): Promise<ListedAddressBook[]>;
  changes(url: string, token: string | null): Promise<DavChanges>;
  /** ETag of every card of a book. */
  etags(url: string): Promise<Map<string, string>>;
  cards(url: string, hrefs: readonly string[]): Promise<RemoteCard[]>;
  /** Replaces exactly this version, or creates a card if null. */
  write(href: string, text: string, etag: string | null): Promise<CardWriteResult>;
  remove(href: string, etag: string): Promise<CardWriteResult>;
};

/** Contacts that are created after `newContactsSince` are saved in the book `newContactsBook`. */
export type SyncedAccount = {
  id: string;
  books: readonly SyncedAddressBook[];
  newContactsBook: string | null;
  newContactsSince: Date | null;
};

/** Syncs contacts with the address books of a server, both ways. */
export type CardSync = {
  /** Without an open transaction; `count`: how many contacts changed here. */
  sync(
    context: SignedIn,
    account: SyncedAccount,
    server: AddressBookServer,
  ): Promise<{ count: number; books: SyncedAddressBook[] }>;
  /** Afterwards no contact belongs to the server. */
  disconnect(context: SignedIn, accountId: string): Promise<void>;
};

/** What an incoming webhook creates; returns its id. */
export type WebhookTarget = (
  context: SignedIn,
  given: { title: string; description: string | null },
) => Promise<string>;

/** A note of a calendar file; `uid` identifies it there. */
export type ImportedNote = {
  uid: string;
  title: string;
  text: string;
  /** The day or time that it belongs to, also in words for people. */
  date: { at: Date; words: string } | null;
  tags: string[];
};

/** What the notes of a calendar file become. */
export type NoteImport = {
  /**
   * Creates those that are not there yet; one that lies in the trash is restored. Returns the ids of both, and for notes
   * that cannot be stored UID → reason.
   */
  add(
    context: SignedIn,
    notes: readonly ImportedNote[],
  ): Promise<{ ids: string[]; refused: ReadonlyMap<string, string> }>;
  /** Moves those that still exist to the trash, or restores them. */
  set(context: SignedIn, ids: readonly string[], isImported: boolean): Promise<void>;
};

/** What other slices provide to the integrations, or to slices between them, in their manifests. */
export type Imports = {
  importers?: readonly Importer[];
  cardSync?: CardSync;
  hookTarget?: WebhookTarget;
  noteImport?: NoteImport;
};
export type ImportingSlice = Slice & { imports: Imports };
