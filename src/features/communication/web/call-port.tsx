import { lazy, Suspense, useEffect, useState } from "react";
import { lookForCalls, useCallDoor } from "./call-door.ts";
import { useMe } from "./use-me.ts";

const CallStage = lazy(async () => ({ default: (await import("./call-stage.tsx")).CallStage }));

/** On every page: it listens for calls that ring, and fetches what a call needs with the first one. */
export function CallPort() {
  const me = useMe();
  const { running, wish } = useCallDoor();
  const rings = running.some(({ callers }) =>
    callers.some(({ userId, state }) => userId === me && state === "ringing"),
  );
  const [wasNeeded, setNeeded] = useState(false);
  if ((rings || wish) && !wasNeeded) setNeeded(true);
  useEffect(() => void lookForCalls(), []);
  return wasNeeded ? (
    <Suspense fallback={null}>
      <CallStage />
    </Suspense>
  ) : null;
}
