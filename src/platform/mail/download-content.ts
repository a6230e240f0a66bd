import { finished, type Readable } from "node:stream";
import type {
  FetchMessageObject,
  FetchOptions,
  FetchQueryObject,
  ImapFlow,
  MessageStructureObject,
} from "imapflow";
import { ImapFailure } from "./open-imap.ts";

/** Bytes that one command fetches: few enough for memory, many enough for a line with a long delay. */
const CHUNK_BYTES = 1_000_000;

/**
 * One part of a message of the open folder, decoded, or the whole message for null, as a stream of any size; null where
 * there is none. `size`: bytes of the message where they are known exactly. A stream whose server omits a piece fails:
 * what it delivered is never taken for the whole.
 */
export async function downloadContent(
  client: ImapFlow,
  uid: string,
  part: string | null,
  size: number | null = null,
): Promise<Readable | null> {
  const declared = part === null ? size : await sizeOfPart(client, uid, part);
  const checking = withWholePieces(client, declared);
  const options = { uid: true, chunkSize: CHUNK_BYTES };
  const { content } = await checking.download(uid, part ?? undefined, options);
  if (!content) return null;
  // The library only emits the error: whoever reads it later would wait for ever.
  finished(content, (error) => error && content.destroy(error));
  return content;
}

/** As transferred, before it is decoded; null where the server does not say it. */
async function sizeOfPart(client: ImapFlow, uid: string, part: string): Promise<number | null> {
  const found = await client.fetchOne(uid, { bodyStructure: true }, { uid: true });
  const root = found ? found.bodyStructure : undefined;
  const waiting: MessageStructureObject[] = root ? [root] : [];
  while (waiting.length > 0) {
    const node = waiting.pop() as MessageStructureObject;
    if ((node.part ?? "1") === part && !node.childNodes?.length) return node.size ?? null;
    waiting.push(...(node.childNodes ?? []));
  }
  return null;
}

type Piece = { key: string | null; start: number; maxLength: number };

/**
 * The library ends a download with the first piece that is short or missing. Here a piece that ends before the declared
 * size is asked for again from there, and a missing piece fails the download. Two empty pieces are the end (RFC 3501,
 * 6.4.5), because some servers only estimate sizes: Exchange does.
 */
function withWholePieces(client: ImapFlow, declared: number | null): ImapFlow {
  const checking: ImapFlow = Object.create(client);
  checking.fetchOne = async (range: string, query: FetchQueryObject, options?: FetchOptions) => {
    const message = await client.fetchOne(range, query, options);
    const piece = pieceOf(query);
    if (!message || !piece) return message;
    const first = bytesOf(message, piece);
    const whole = await completed(client, { range, options, piece, declared }, first);
    if (whole === first) return message;
    if (piece.key === null) message.source = whole;
    else message.bodyParts = new Map([...(message.bodyParts ?? []), [piece.key, whole]]);
    return message;
  };
  return checking;
}

type Fetching = { range: string; options: FetchOptions | undefined; piece: Piece; declared: number | null };

async function completed(
  client: ImapFlow,
  { range, options, piece, declared }: Fetching,
  first: Buffer | null,
): Promise<Buffer> {
  const parts = [first ?? Buffer.of()];
  let length = first?.length ?? 0;
  const end = Math.min(piece.start + piece.maxLength, declared ?? 0);
  let emptyCount = 0;
  while (piece.start + length < end && emptyCount < 2) {
    const start = piece.start + length;
    const more = await client.fetchOne(range, queryOf({ ...piece, start, maxLength: end - start }), options);
    const next = more ? bytesOf(more, piece) : null;
    if (next === null) throw new NotWhole();
    emptyCount = next.length === 0 ? emptyCount + 1 : 0;
    parts.push(next);
    length += next.length;
  }
  if (
    first === null &&
    length === 0 &&
    piece.start > 0 &&
    piece.start < (declared ?? Number.POSITIVE_INFINITY)
  )
    throw new NotWhole();
  return parts.length === 1 && first ? first : Buffer.concat(parts);
}

class NotWhole extends ImapFailure {
  constructor() {
    super("connection", "The mail server stopped sending before the end.", true);
  }
}

function pieceOf({ source, bodyParts = [] }: FetchQueryObject): Piece | null {
  if (typeof source === "object")
    return { key: null, start: source.start ?? 0, maxLength: source.maxLength ?? 0 };
  for (const each of bodyParts)
    if (typeof each === "object")
      return { key: each.key, start: each.start ?? 0, maxLength: each.maxLength ?? 0 };
  return null;
}

const queryOf = ({ key, start, maxLength }: Piece): FetchQueryObject =>
  key === null ? { source: { start, maxLength } } : { bodyParts: [{ key, start, maxLength }] };

/** The library has `false` for NIL. */
function bytesOf(message: FetchMessageObject, { key }: Piece): Buffer | null {
  const found = key === null ? message.source : message.bodyParts?.get(key);
  return Buffer.isBuffer(found) ? found : null;
}
