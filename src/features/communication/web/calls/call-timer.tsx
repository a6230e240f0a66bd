import { useEffect, useState } from "react";
import { describeDuration } from "./describe-call-end.ts";

/** How long people have been talking. */
export function CallTimer({ since }: { since: string | null }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  if (!since) return null;
  return (
    <span role="timer" aria-label="Time in this call">
      {describeDuration((now - Date.parse(since)) / 1000)}
    </span>
  );
}
