import { useEffect, useEffectEvent } from "react";

/** Calls the newest `onEvent` for each event of the window, while the component is there and `isOn`. */
export function useWindowEvent<Name extends keyof WindowEventMap>(
  name: Name,
  onEvent: (event: WindowEventMap[Name]) => void,
  isOn = true,
): void {
  const receive = useEffectEvent(onEvent);
  useEffect(() => {
    if (!isOn) return;
    const listener = (event: WindowEventMap[Name]) => receive(event);
    window.addEventListener(name, listener);
    return () => window.removeEventListener(name, listener);
  }, [name, isOn]);
}
