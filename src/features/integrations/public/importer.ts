import type { SignedIn } from "#platform/capability/context.ts";
import type { Slice } from "#platform/capability/slice.ts";
import type { ConnectionContext, StoredIntegration } from "../connections/token-store.ts";
import type { DataKind } from "../model.ts";
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

/** Parses vCards outside of a transaction; the returned function stores them in one and returns how many are new. */
export type CardImporter = (context: SignedIn, text: string) => Promise<(own: SignedIn) => Promise<number>>;

/** What an incoming webhook creates; returns its id. */
export type WebhookTarget = (
  context: SignedIn,
  given: { title: string; description: string | null },
) => Promise<string>;

/** What other slices provide to the integrations in their manifests. */
export type Imports = {
  importers?: readonly Importer[];
  cardImporter?: CardImporter;
  hookTarget?: WebhookTarget;
};
export type ImportingSlice = Slice & { imports: Imports };
