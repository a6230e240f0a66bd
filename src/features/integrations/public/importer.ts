import type { SignedIn } from "#platform/capability/context.ts";
import type { Slice } from "#platform/capability/slice.ts";
import type { ConnectionContext, StoredIntegration } from "../connections/token-store.ts";
import type { DataKind } from "../model.ts";
import type { SendRequest } from "./provider.ts";

/** In place of a cursor: a person asked to have everything read anew. */
export const RESET_CURSOR = "";
/** The cursor of mail counts what came; it is never forgotten. */
export const MAIL_RESOURCE = "mail";

/** A message that the messenger itself told of: it is looked at again, however old it is. */
export type ChangeHint = { id: string; thread: string | null };
export type SyncScope = { resource: string; hints: readonly ChangeHint[] };

/** What a run brought. */
export type ImportCounts = { count: number; removed: number; quarantined: number; isFull: boolean };

/** How far a run is: what it stored since the last word, of how many where that is known, and at which part it is. */
export type Progress = { total?: number; step?: number; steps?: number };

/** One run of a connection: the way to its provider, and where to say how far it is. */
export type Run = {
  context: SignedIn;
  desk: ConnectionContext;
  row: StoredIntegration;
  ask: SendRequest;
  haul: ImportCounts;
  /** One calendar or conversation alone, of which the provider told something. */
  only: SyncScope | null;
  /** It follows the connection itself. */
  isFirst: boolean;
  /** Which there are: where the provider may be asked to tell of changes. */
  resources: { id: string; latest: Date | null }[];
  /** The lease is prolonged with it. */
  progress(stored: number, more?: Progress): Promise<void>;
};

/** How a slice imports one kind of data from a connected account; what it answers is said to the person. */
export type Importer = {
  kind: DataKind;
  run(run: Run): Promise<string | undefined>;
  /** Besides the cursors of the connection: the next run reads everything from the beginning. */
  reset?(context: SignedIn, integrationId: string): Promise<void>;
};

/** Reads vCards in no transaction; what it answers stores them in one and counts what is new. */
export type CardImporter = (context: SignedIn, text: string) => Promise<(own: SignedIn) => Promise<number>>;

/** What an incoming webhook creates; answers the id. */
export type HookTarget = (
  context: SignedIn,
  given: { title: string; description: string | null },
) => Promise<string>;

/** What slices above hand to the integrations by their manifest. */
export type Imports = {
  importers?: readonly Importer[];
  cardImporter?: CardImporter;
  hookTarget?: HookTarget;
};
export type ImportingSlice = Slice & { imports: Imports };
