import { t } from "#i18n/message.ts";
import { BusyButton } from "#ui/inputs/busy-button.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { Stack } from "#ui/layout/stack.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { ServerFields, useConnectServer } from "./connect-server.tsx";

/** Connects a CalDAV server from other pages than the calendar. */
export function ConnectCalendarsDialog({ onClose }: { onClose(): void }) {
  const server = useConnectServer(onClose);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`Connect a CalDAV server`}
      onSubmit={() => void server.connect()}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {t`Cancel`}
          </Button>
          <BusyButton type="submit" isBusy={server.isBusy}>
            {server.isBusy ? t`Connecting...` : t`Connect`}
          </BusyButton>
        </>
      }
    >
      <Stack>
        <ServerFields server={server} />
      </Stack>
    </Dialog>
  );
}
