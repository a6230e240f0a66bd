import { useEffect, useEffectEvent } from "react";

/**
 * Runs the action of a search parameter such as `?create=task`, once each time it appears: the URL changes by links,
 * keys and the browser's buttons, which no event handler of the page covers. `asked` is undefined if there is none;
 * `act` removes it from the URL.
 */
export function useAddressAction<Asked extends string | number | true>(
  asked: Asked | undefined,
  act: (asked: Asked) => unknown,
): void {
  const run = useEffectEvent(act);
  useEffect(() => {
    if (asked !== undefined) void run(asked);
  }, [asked]);
}
