import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { t } from "#i18n/message.ts";
import { Button } from "#ui/inputs/button.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { adminAccounts, type adminUsers } from "./api.ts";
import { useAdminWrite } from "./use-admin-write.ts";

type User = Awaited<ReturnType<typeof adminUsers.list.call>>["items"][number];
type Vouching = { label: string; isVouched: boolean };

/** What an administrator can say about this address; null where it is proven, which needs nobody's word. */
export function vouchingFor({ addressState, addressReason }: User): Vouching | null {
  if (addressState === "proven") return null;
  return addressState === "vouched" && addressReason !== "loopback"
    ? { label: t`Stop vouching…`, isVouched: false }
    : { label: t`Vouch…`, isVouched: true };
}

/** Confirms before an address is vouched for or no longer is. */
export function VouchDialog({ user, onClose }: { user: User; onClose(): void }) {
  // Fixed when the dialog opens, even if another administrator changes the address meanwhile.
  const [isVouched] = useState(vouchingFor(user)?.isVouched ?? false);
  const queries = useQueryClient();
  const vouch = useAdminWrite(adminAccounts.vouch, {
    resource: "adminAccounts",
    failure: t`The address was not changed`,
    success: isVouched ? t`Address vouched for` : t`No longer vouched for`,
  });
  const submit = () =>
    vouch.mutate(
      { id: user.id, isVouched },
      {
        onSuccess: () => {
          onClose();
          void queries.invalidateQueries({ queryKey: ["adminUsers"] });
        },
      },
    );
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={isVouched ? t`Vouch for this address?` : t`Stop vouching for this address?`}
      description={user.fullName ? `${user.fullName}, ${user.email}` : user.email}
      size="small"
      onSubmit={submit}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {t`Cancel`}
          </Button>
          <Button
            type="submit"
            data-autofocus
            {...(isVouched ? {} : { color: "red" })}
            loading={vouch.isPending}
          >
            {isVouched ? t`Vouch` : t`Stop vouching`}
          </Button>
        </>
      }
    >
      <p>
        {isVouched
          ? t`Confirm that this address belongs to this person. Mail, documents, invitations and conversations that wait for it are delivered. Your name is shown next to the address.`
          : t`Mail from and to this address is held again. Documents, invitations and conversations for it wait. What was delivered stays delivered.`}
      </p>
    </Dialog>
  );
}
