import { useEffect, useEffectEvent } from "react";

/**
 * Does what an address asks for, such as `?create=task`, once for each time that it comes to ask: the address changes by
 * links, keys and the browser's buttons, so that no handler of the page would learn of it. `asked` is undefined where it asks
 * for nothing; `act` takes it out of the address.
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
