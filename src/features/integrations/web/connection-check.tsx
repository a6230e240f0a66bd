import { CircleAlert, CircleCheck } from "lucide-react";
import { t } from "#i18n/message.ts";
import { useRequest } from "#platform/client/use-write.ts";
import { BusyButton } from "#ui/inputs/busy-button.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { PROVIDER_TEXTS, type Provider } from "../model.ts";
import { integrations } from "./api.ts";
import styles from "./dialogs.module.css";

/** Checks the connection step by step; the first failed step shows how to fix it. */
export function ConnectionCheck({ provider }: { provider: Provider }) {
  const { data, isPending, mutate } = useRequest({
    send: () => integrations.check.call({ provider }),
    failed: t`${PROVIDER_TEXTS[provider].name} could not be checked`,
  });
  return (
    <Stack as="section" gap={8} aria-label={t`Check`}>
      <Row gap={12} justify="space-between">
        <Text as="h3" size="body" weight="strong">
          {t`Check`}
        </Text>
        <BusyButton variant="default" isBusy={isPending} onClick={() => mutate()}>
          {isPending ? t`Checking...` : t`Check connection`}
        </BusyButton>
      </Row>
      <Stack as="ol" gap={8} size="list" className={styles.checks} aria-live="polite">
        {data?.steps.map(({ name, isOk, message }) => (
          <li key={name} data-ok={isOk}>
            {isOk ? (
              <CircleCheck size={16} strokeWidth={1.75} aria-label={t`Works`} />
            ) : (
              <CircleAlert size={16} strokeWidth={1.75} aria-label={t`Fails`} />
            )}
            <span>
              {name}
              {message && (
                <Text as="span" tone="soft" overflow="break" display="block">
                  {message}
                </Text>
              )}
            </span>
          </li>
        ))}
      </Stack>
    </Stack>
  );
}
