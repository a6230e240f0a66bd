/** One announced fact: records of a resource changed, by whomever. */
type AnnouncedFact = { resource: string; ids: string[] };

type Subscriber = {
  onFact(fact: AnnouncedFact): void;
  /** Facts may have been missed: everything cached is stale. */
  onGap(): void;
  onConnection(isOpen: boolean): void;
  /** The server answered and would not: the session may have ended. */
  onRefusal(): void;
};

const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 30_000;

/**
 * Listens to `/events` until the returned function is called, from behind the fact `after`: what happened since then,
 * while pages were read and the stream was not open yet, is told as well. Comes back by itself after a break.
 */
export function streamAnnouncements(after: number, subscriber: Subscriber): () => void {
  let source: EventSource | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let wait = FIRST_RETRY_MS;
  let wasOpen = false;

  const connect = () => {
    source = new EventSource(`/events?after=${after}`);
    source.onopen = () => {
      wait = FIRST_RETRY_MS;
      subscriber.onConnection(true);
      if (wasOpen) subscriber.onGap();
      wasOpen = true;
    };
    source.onmessage = ({ data }) => subscriber.onFact(JSON.parse(String(data)));
    source.addEventListener("resync", () => subscriber.onGap());
    source.onerror = () => {
      subscriber.onConnection(false);
      if (source?.readyState !== EventSource.CLOSED) return;
      subscriber.onRefusal();
      retry = setTimeout(connect, wait);
      wait = Math.min(wait * 2, LONGEST_RETRY_MS);
    };
  };

  connect();
  return () => {
    clearTimeout(retry);
    source?.close();
  };
}
