import { t } from "#i18n/message.ts";
import { AppError } from "#platform/capability/errors.ts";
import { WorkError, work } from "#platform/workers/work.ts";
import type { CardReading, readEachCard } from "../read-vcards.ts";
import type { CardSyncTarget } from "./card-sync-target.ts";

const readingEach = work<typeof readEachCard>("communication.readEachCard", { seconds: 20, megabytes: 256 });

export type FetchedCard = { href: string; etag: string; reading: CardReading };

/** Fetches cards, and parses them in a separate process. Cards that are gone meanwhile are left out. */
export async function readRemoteCards(
  target: CardSyncTarget,
  url: string,
  hrefs: readonly string[],
): Promise<FetchedCard[]> {
  const remotes = await target.server.cards(url, hrefs);
  const texts = remotes.flatMap(({ text }) => text ?? []);
  const readings = (await parseCards(target, texts)).values();
  return remotes.map(({ href, etag, text }) => ({
    ...{ href, etag },
    reading:
      text === null
        ? unreadable("The card is larger than 10 MB")
        : (readings.next().value ?? unreadable("This is not a vCard")),
  }));
}

/** A card that takes too long or too much memory costs none of the others. */
async function parseCards(target: CardSyncTarget, texts: readonly string[]): Promise<CardReading[]> {
  if (texts.length === 0) return [];
  const { context } = target;
  try {
    return await context.workers.run(readingEach, context.actor.userId, { texts });
  } catch (error) {
    if (!(error instanceof WorkError)) throw error;
    if (error.reason === "busy" || error.reason === "closed")
      throw new AppError(
        "upstream",
        t`Too many files are being read at the moment. The next sync tries again.`,
      );
    if (texts.length === 1) return [unreadable(REASONS[error.reason] ?? "It cannot be read")];
    const readings: CardReading[] = [];
    for (const text of texts) readings.push(...(await parseCards(target, [text])));
    return readings;
  }
}

const unreadable = (reason: string): CardReading => ({ card: null, name: "", reason });

const REASONS: Readonly<Record<string, string>> = {
  time: "Reading it takes longer than 20 seconds",
  memory: "Reading it takes too much memory",
};
