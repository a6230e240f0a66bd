import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { useHeldKeys } from "./keyboard/held-keys.ts";

/** A part of a page that is fetched after the page, and the function that fetches it before it is shown. */
export type LaterPart<P> = ComponentType<P> & { fetch(): Promise<unknown> };

/**
 * What has been fetched is shown in the same frame; until then, `placeholder`. `lazy` suspends also when its code is there,
 * and React shows what was suspended 300 ms later, so that placeholders do not flicker.
 */
export function laterPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  placeholder: ReactNode = null,
): LaterPart<P> {
  return partOf(load, placeholder, false);
}

/** The same for what covers the page and takes its keys: those pressed before it is there are pressed in it. */
export function laterDialog<P extends object>(load: () => Promise<ComponentType<P>>): LaterPart<P> {
  return partOf(load, null, true);
}

function partOf<P extends object>(
  load: () => Promise<ComponentType<P>>,
  placeholder: ReactNode,
  holdsKeys: boolean,
): LaterPart<P> {
  let loaded: ComponentType<P> | undefined;
  const fetch = async () => {
    loaded ??= await load();
    return loaded;
  };
  function Part(props: P) {
    const [Shown, show] = useState<ComponentType<P> | undefined>(() => loaded);
    const [failure, fail] = useState<{ error: unknown }>();
    useHeldKeys(holdsKeys && !Shown);
    useEffect(() => {
      if (!Shown)
        fetch().then(
          (part) => show(() => part),
          (error: unknown) => fail({ error }),
        );
    }, [Shown]);
    if (failure) throw failure.error;
    return Shown ? <Shown {...props} /> : placeholder;
  }
  return Object.assign(Part, { fetch });
}
