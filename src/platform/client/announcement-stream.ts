import type { StoredRecord } from "./record-source.ts";

/**
 * One announcement: records of a resource changed, whoever changed them; with what they and the figures of the resource
 * are now, if it was sent. `figures`: by name of the capability that reads them.
 */
type AnnouncedFact = {
  resource: string;
  ids: string[];
  records?: StoredRecord[];
  gone?: string[];
  figures?: Readonly<Record<string, unknown>>;
};

type Subscriber = {
  onFact(fact: AnnouncedFact): void;
  /** Announcements were missed: all cached data is stale. */
  onGap(): void;
  /** Connected again, and the missed announcements follow; those that are not stored are lost. */
  onReturn(): void;
  onConnection(isOpen: boolean): void;
  /** The server refused the request: the session may have ended. */
  onRefusal(): void;
};

const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 30_000;

/** Between half of the wait and all of it, so that pages that were refused together return one after another. */
export const spread = (waitMs: number, random: number): number => waitMs * (0.5 + random / 2);

/**
 * Subscribes to `/events` until the returned function is called, starting after the announcement `after`, so that
 * changes while pages loaded and the stream was not open yet are delivered too. Reconnects automatically.
 */
export function streamAnnouncements(after: number, subscriber: Subscriber): () => void {
  let last = String(after);
  let source: EventSource | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let wait = FIRST_RETRY_MS;
  let wasOpen = false;

  const connect = () => {
    source = new EventSource(`/events?after=${last}`);
    source.onopen = () => {
      wait = FIRST_RETRY_MS;
      subscriber.onConnection(true);
      if (wasOpen) subscriber.onReturn();
      wasOpen = true;
    };
    source.onmessage = ({ data, lastEventId }) => {
      last = lastEventId || last;
      subscriber.onFact(JSON.parse(String(data)));
    };
    source.addEventListener("resync", ({ lastEventId }) => {
      last = lastEventId || last;
      subscriber.onGap();
    });
    source.onerror = () => {
      subscriber.onConnection(false);
      if (source?.readyState !== EventSource.CLOSED) return;
      subscriber.onRefusal();
      retry = setTimeout(connect, spread(wait, Math.random()));
      wait = Math.min(wait * 2, MAX_RETRY_MS);
    };
  };

  connect();
  return () => {
    clearTimeout(retry);
    source?.close();
  };
}
