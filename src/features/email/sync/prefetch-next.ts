/**
 * Yields the results of `work` in order: while the consumer processes one, the next is prepared, but no more. Every
 * result that was started is yielded, unless something fails: then the one in progress is dropped.
 */
export async function* prefetchNext<W, R>(
  wanted: Iterable<W> | AsyncIterable<W>,
  work: (each: W) => Promise<R>,
): AsyncGenerator<R, void, undefined> {
  const source = each(wanted);
  const begin = () => {
    const coming = source.next().then(async ({ done, value }) => (done ? null : { is: await work(value) }));
    // It may fail while the consumer is busy; the error is thrown when it is awaited.
    coming.catch(() => {});
    return coming;
  };
  let coming = begin();
  for (let come = await coming; come; come = await coming) {
    coming = begin();
    yield come.is;
  }
}

async function* each<W>(wanted: Iterable<W> | AsyncIterable<W>): AsyncGenerator<W, void, undefined> {
  yield* wanted;
}
