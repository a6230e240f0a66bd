import { useEffect, useSyncExternalStore } from "react";
import { t } from "#i18n/message.ts";
import { toast } from "#ui/overlays/toast.ts";
import { calls } from "../api.ts";
import { useCurrentUserId } from "../use-current-user-id.ts";
import {
  acceptCall,
  closeActiveCall,
  handleCallRequest,
  minimise,
  startCheckedCall,
  useActiveCall,
} from "./active-call.ts";
import type { LocalMedia } from "./call-media.ts";
import { CallOverlay } from "./call-overlay.tsx";
import type { CallSession } from "./call-session.ts";
import { CallWindow } from "./call-window.tsx";
import { DeviceCheck } from "./device-check.tsx";
import { IncomingCallNotice } from "./incoming-call-notice.tsx";
import { useIncomingCalls } from "./incoming-calls.ts";

/** All call views of a page: ringing, the device check, the call, or its small window. */
export function CallStage() {
  const me = useCurrentUserId() ?? "";
  const { running, request } = useIncomingCalls();
  const { session, media, isChecking, isSmall, request: activeRequest } = useActiveCall();
  useEffect(() => {
    if (request && me) handleCallRequest(me, request);
  }, [request, me]);
  const ringing = running.find(({ callers }) =>
    callers.some(({ userId, state }) => userId === me && state === "ringing"),
  );
  const decline = (id: string) =>
    void calls.decline.call({ id }).catch(() => toast.failure(t`The call could not be declined`));
  return (
    <>
      {ringing && (
        <IncomingCallNotice
          key={ringing.id}
          call={ringing}
          onAccept={(withCamera) => acceptCall(me, ringing, withCamera)}
          onDecline={() => decline(ringing.id)}
        />
      )}
      {isChecking && media && activeRequest && (
        <DeviceCheck
          name={activeRequest.name}
          media={media}
          onCall={() => startCheckedCall(me)}
          onClose={closeActiveCall}
        />
      )}
      {session && media && activeRequest && (
        <CurrentCall session={session} media={media} name={activeRequest.name} isSmall={isSmall} me={me} />
      )}
    </>
  );
}

type CurrentCallProps = {
  session: CallSession;
  media: LocalMedia;
  name: string;
  isSmall: boolean;
  me: string;
};

/** A call that ended normally closes without a message; for every other ending the overlay shows the reason. */
function CurrentCall({ session, media, name, isSmall, me }: CurrentCallProps) {
  const view = useSyncExternalStore(session.subscribe, session.view);
  const { phase, call, ending } = view;
  const isExpected = phase === "over" && (ending === "" || call?.endReason === "completed");
  useEffect(() => {
    if (!isExpected) return;
    closeActiveCall();
    if (ending) toast.notice(ending, name);
  }, [isExpected, ending, name]);
  if (isExpected) return null;
  const shared = { view, media, name: call?.name ?? name, onEnd: closeActiveCall };
  if (isSmall && phase !== "over") return <CallWindow {...shared} onOpen={() => minimise(false)} />;
  const again =
    call && (() => handleCallRequest(me, { conversationId: call.conversationId, name, kind: call.kind }));
  return <CallOverlay {...shared} onAgain={again} onMinimise={() => minimise(true)} />;
}
