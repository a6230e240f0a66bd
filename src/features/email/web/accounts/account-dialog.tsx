import { t } from "#i18n/message.ts";
import { BusyButton } from "#ui/inputs/busy-button.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { connectLabel, NewAccountForm } from "./new-account-form.tsx";
import { useNewAccount } from "./use-new-account.ts";

export function AccountDialog({ onClose }: { onClose(): void }) {
  const account = useNewAccount({ onConnected: onClose });
  return (
    <Dialog
      isOpen
      title={t`Add a mail account`}
      description={t`Any mailbox that speaks IMAP and SMTP. The password is kept encrypted and never shown again.`}
      onClose={onClose}
      onSubmit={() => void account.connect()}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {t`Cancel`}
          </Button>
          <BusyButton type="submit" variant="filled" isBusy={account.busy !== null}>
            {connectLabel(account.busy)}
          </BusyButton>
        </>
      }
    >
      <NewAccountForm account={account} />
    </Dialog>
  );
}
