import { useState } from "react";
import { t } from "#i18n/message.ts";
import { useWrite } from "#platform/client/use-write.ts";
import { Button } from "#ui/inputs/button.tsx";
import { Switch } from "#ui/inputs/switch.tsx";
import { Row } from "#ui/layout/stack.tsx";
import { PROVIDER_TEXTS, type Provider } from "../model.ts";
import { integrations } from "./api.ts";
import styles from "./dialogs.module.css";

type DisconnectSectionProps = { provider: Provider; onDone(): void };

/** Cannot be undone, because the access is revoked at the provider: asks for confirmation. */
export function DisconnectSection({ provider, onDone }: DisconnectSectionProps) {
  const { name } = PROVIDER_TEXTS[provider];
  const [isConfirming, setConfirming] = useState(false);
  const [retainsData, setRetainsData] = useState(true);
  const { mutate, isPending } = useWrite({
    send: () => integrations.disconnect.call({ provider, keepData: retainsData }),
    invalidates: [["integrations"]],
    done: ({ isRevoked }) => [t`${name} disconnected`, isRevoked ? undefined : stillThere(name)],
    failed: t`Failed to disconnect ${name}`,
    onDone,
  });
  return (
    <Row
      as="section"
      gap={12}
      justify="space-between"
      wrap
      line="above"
      pad="16px 0 0"
      aria-label={t`Disconnect`}
    >
      <p className={styles.soft}>
        {isConfirming
          ? t`Adjutant deletes its access to your ${name} account. The sync history stays.`
          : t`Revokes the access of Adjutant to this account.`}
      </p>
      {isConfirming && (
        <Switch
          label={t`Keep imported data`}
          description={
            retainsData
              ? t`It stays here but is no longer updated.`
              : t`It is moved to the trash here. Nothing changes at the provider.`
          }
          isOn={retainsData}
          onChange={setRetainsData}
        />
      )}
      {isConfirming ? (
        <Row>
          <Button variant="default" onClick={() => setConfirming(false)} data-autofocus>
            {t`Keep connected`}
          </Button>
          <Button color="red" disabled={isPending} onClick={() => mutate()}>
            {t`Disconnect ${name}`}
          </Button>
        </Row>
      ) : (
        <Button variant="default" onClick={() => setConfirming(true)}>
          {t`Disconnect`}
        </Button>
      )}
    </Row>
  );
}

const stillThere = (name: string) =>
  t`The access was deleted here, but ${name} could not be notified. Remove Adjutant in the security settings of your ${name} account.`;
