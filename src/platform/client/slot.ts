/** A place that a slice leaves open for a component of a higher slice, which `src/app/web/fill-slots.ts` inserts. */
export type Slot<T> = { fill(part: T): void; get(): T };

export function slot<T>(name: string): Slot<T> {
  let filled: { part: T } | null = null;
  return {
    fill(part) {
      filled = { part };
    },
    get() {
      if (!filled) throw new Error(`Nothing was put into the slot '${name}'`);
      return filled.part;
    },
  };
}
