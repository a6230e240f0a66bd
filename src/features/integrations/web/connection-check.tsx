import { useMutation } from "@tanstack/react-query";
import { CircleAlert, CircleCheck } from "lucide-react";
import { BusyButton } from "#ui/inputs/busy-button.tsx";
import { toast } from "#ui/overlays/toast.ts";
import { PROVIDER_TEXTS, type Provider } from "../model.ts";
import { integrations } from "./api.ts";
import styles from "./dialogs.module.css";

/** Tries the connection step by step; the first that fails says what mends it. */
export function ConnectionCheck({ provider }: { provider: Provider }) {
  const { data, isPending, mutate } = useMutation({
    mutationFn: () => integrations.check.call({ provider }),
    onError: (error) => toast.failure(`${PROVIDER_TEXTS[provider].name} could not be checked`, error.message),
  });
  return (
    <section className={styles.section} aria-label="Check">
      <div className={styles.row}>
        <h3 className={styles.heading}>Check</h3>
        <BusyButton variant="default" isBusy={isPending} onClick={() => mutate()}>
          {isPending ? "Checking..." : "Check connection"}
        </BusyButton>
      </div>
      <ol className={styles.checks} aria-live="polite">
        {data?.steps.map(({ name, isOk, message }) => (
          <li key={name} data-ok={isOk}>
            {isOk ? (
              <CircleCheck size={16} strokeWidth={1.75} aria-label="Works" />
            ) : (
              <CircleAlert size={16} strokeWidth={1.75} aria-label="Fails" />
            )}
            <span>
              {name}
              {message && <span className={styles.fault}>{message}</span>}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
