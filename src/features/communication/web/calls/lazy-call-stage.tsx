import { useEffect, useState } from "react";
import { laterPart } from "#ui/later-part.tsx";
import { useCurrentUserId } from "../use-current-user-id.ts";
import { refreshCalls, useIncomingCalls } from "./incoming-calls.ts";

const CallStage = laterPart(async () => (await import("./call-stage.tsx")).CallStage);

/** On every page: subscribes to ringing calls, and loads the code of calls with the first one. */
export function LazyCallStage() {
  const me = useCurrentUserId();
  const { running, request } = useIncomingCalls();
  const rings = running.some(({ callers }) =>
    callers.some(({ userId, state }) => userId === me && state === "ringing"),
  );
  const [wasNeeded, setNeeded] = useState(false);
  if ((rings || request) && !wasNeeded) setNeeded(true);
  useEffect(() => void refreshCalls(), []);
  return wasNeeded ? <CallStage /> : null;
}
