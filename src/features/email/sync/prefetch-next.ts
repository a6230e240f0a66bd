/**
 * What `work` answers for each of the wanted, in their order: while whoever asked is busy with one, the next is worked on,
 * and nothing beyond it. Whatever was begun is handed over, unless something fails: then what is on its way is forgotten.
 */
export async function* prefetchNext<W, R>(
  wanted: Iterable<W> | AsyncIterable<W>,
  work: (each: W) => Promise<R>,
): AsyncGenerator<R, void, undefined> {
  const source = each(wanted);
  const begin = () => {
    const coming = source.next().then(async ({ done, value }) => (done ? null : { is: await work(value) }));
    // It may fail while its asker is busy with the one before; it is told when it is asked for.
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
