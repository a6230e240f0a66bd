import type { QueryKey } from "@tanstack/react-query";
import { t } from "#i18n/message.ts";
import { Button } from "#ui/inputs/button.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { apiKeys } from "../api.ts";
import styles from "../form.module.css";
import { useRemoval } from "../use-removal.ts";

export type ListedKey = Awaited<ReturnType<typeof apiKeys.list.call>>["items"][number];

type RevokeDialogProps = { listKey: QueryKey; revoking: ListedKey; onClose(): void };

/** Asked, because a revoked key cannot be brought back. */
export function RevokeDialog({ listKey, revoking: { id, name, lastFour }, onClose }: RevokeDialogProps) {
  const removal = useRemoval(listKey);
  const revoke = () => {
    removal.mutate({
      act: () => apiKeys.revoke.call({ id }),
      isRemoved: (each) => each === id,
      done: t`The key “${name}” was revoked`,
      failed: t`The key was not revoked`,
    });
    onClose();
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`Revoke “${name}”?`}
      size="small"
      footer={
        <>
          <Button variant="default" onClick={onClose} data-autofocus>
            {t`Cancel`}
          </Button>
          <Button color="red" onClick={revoke}>
            {t`Revoke key`}
          </Button>
        </>
      }
    >
      <p className={styles.plain}>
        {t`Whatever uses the key that ends in ${lastFour} is refused from now on. This cannot be undone.`}
      </p>
    </Dialog>
  );
}
