import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { useHeldKeys } from "./keyboard/held-keys.ts";

/** Milliseconds for which keys wait for a dialog. */
const HOLD_MS = 2_000;
/** Milliseconds before a part is requested again, doubled with each failure. */
const FIRST_PAUSE_MS = 1_000;
const MOST_FAILURES = 4;

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
  let loading: Promise<ComponentType<P>> | undefined;
  const fetch = () => {
    loading ??= loadWhenOnline(load).then(
      (part) => {
        loaded = part;
        return part;
      },
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };
  function Part(props: P) {
    const [Shown, show] = useState<ComponentType<P> | undefined>(() => loaded);
    const [failure, fail] = useState<{ error: unknown }>();
    const [isLate, setLate] = useState(false);
    useHeldKeys(holdsKeys && !Shown && !isLate, Shown !== undefined);
    useEffect(() => {
      if (Shown) return;
      const timer = setTimeout(() => setLate(true), HOLD_MS);
      fetch().then(
        (part) => show(() => part),
        (error: unknown) => fail({ error }),
      );
      return () => clearTimeout(timer);
    }, [Shown]);
    if (failure) throw failure.error;
    return Shown ? <Shown {...props} /> : placeholder;
  }
  return Object.assign(Part, { fetch });
}

/**
 * A connection that breaks while a part is fetched must not cost the page: the part comes when there is one again. Fails only
 * online, for example where a newer version has replaced the files.
 */
async function loadWhenOnline<T>(load: () => Promise<T>): Promise<T> {
  for (let failures = 0; ; ) {
    try {
      return await load();
    } catch (error) {
      if (!isOffline()) failures += 1;
      if (failures === MOST_FAILURES) throw error;
      await untilOnline(FIRST_PAUSE_MS * 2 ** (failures - 1));
      fetchFailedStyles();
    }
  }
}

const isOffline = () => navigator.onLine === false;

/** After a moment; without a connection, when there is one. */
const untilOnline = (pauseMs: number) =>
  new Promise<void>((resolve) => {
    if (!isOffline()) setTimeout(resolve, pauseMs);
    else window.addEventListener("online", () => resolve(), { once: true });
  });

/** The bundler's loader asks for each style sheet once, also if that failed. */
function fetchFailedStyles(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]'))
    if (!link.sheet) link.replaceWith(link.cloneNode());
}
