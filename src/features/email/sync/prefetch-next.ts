/**
 * Yields the results of `work` in order: while the consumer processes one, the next is prepared, but no more. Every
 * result that was started is yielded, unless something fails: then the one in progress is dropped.
 */
export async function* prefetchNext<W, R>(
  items: Iterable<W> | AsyncIterable<W>,
  work: (each: W) => Promise<R>,
): AsyncGenerator<R, void, undefined> {
  const source = each(items);
  const startNext = () => {
    const promise = source
      .next()
      .then(async ({ done, value }) => (done ? null : { result: await work(value) }));
    // It may fail while the consumer is busy; the error is thrown when it is awaited.
    promise.catch(() => {});
    return promise;
  };
  let pending = startNext();
  for (let current = await pending; current; current = await pending) {
    pending = startNext();
    yield current.result;
  }
}

async function* each<W>(items: Iterable<W> | AsyncIterable<W>): AsyncGenerator<W, void, undefined> {
  yield* items;
}
