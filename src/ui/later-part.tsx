import { type ComponentType, lazy, Suspense, useState } from "react";

/** A part of a page that is fetched after the page, and the function that fetches it before it is shown. */
export type LaterPart<P> = ComponentType<P> & { fetch(): Promise<unknown> };

/**
 * What has been fetched is shown in the same frame. `lazy` alone suspends also then, and React shows what was suspended
 * 300 ms later, so that placeholders do not flicker.
 */
export function laterPart<P extends object>(load: () => Promise<ComponentType<P>>): LaterPart<P> {
  let loaded: ComponentType<P> | undefined;
  const fetch = async () => {
    loaded ??= await load();
    return loaded;
  };
  const Awaited = lazy<ComponentType<P>>(async () => ({ default: await fetch() }));
  function Part(props: P) {
    // For as long as it is shown it is one component: another one would lose what was typed.
    const [Shown] = useState<ComponentType<P>>(() => loaded ?? Awaited);
    return (
      <Suspense>
        <Shown {...props} />
      </Suspense>
    );
  }
  return Object.assign(Part, { fetch });
}
