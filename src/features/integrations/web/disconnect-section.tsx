import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Switch } from "#ui/switch.tsx";
import { toast } from "#ui/toast.ts";
import { PROVIDER_WORDS, type Provider } from "../model.ts";
import { integrations } from "./api.ts";
import styles from "./dialogs.module.css";

type DisconnectSectionProps = { provider: Provider; onDone(): void };

/** It cannot be undone, for the access ends at the provider: so it asks once. */
export function DisconnectSection({ provider, onDone }: DisconnectSectionProps) {
  const { name } = PROVIDER_WORDS[provider];
  const [isAsking, setAsking] = useState(false);
  const [keepsData, setKeepsData] = useState(true);
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => integrations.disconnect.call({ provider, keepsData }),
    onSuccess: ({ isRevoked }) => {
      toast.success(`${name} disconnected`, isRevoked ? undefined : stillThere(name));
      onDone();
    },
    onError: (error) => toast.failure(`Failed to disconnect ${name}`, error.message),
    onSettled: () => queries.invalidateQueries({ queryKey: ["integrations"] }),
  });
  return (
    <section className={styles.ending} aria-label="Disconnect">
      <p className={styles.soft}>
        {isAsking
          ? `Adjutant forgets the account and its access to ${name}. The history stays.`
          : "Ends the access of Adjutant to this account."}
      </p>
      {isAsking && (
        <Switch
          label="Keep what it brought"
          description={
            keepsData
              ? "It stays here and is not brought up to date any more."
              : "It goes to the trash here. Nothing changes at the provider."
          }
          isOn={keepsData}
          onChange={setKeepsData}
        />
      )}
      {isAsking ? (
        <div className={styles.choice}>
          <Button variant="default" onClick={() => setAsking(false)} data-autofocus>
            Keep connected
          </Button>
          <Button color="red" disabled={isPending} onClick={() => mutate()}>
            Disconnect {name}
          </Button>
        </div>
      ) : (
        <Button variant="default" onClick={() => setAsking(true)}>
          Disconnect
        </Button>
      )}
    </section>
  );
}

const stillThere = (name: string) =>
  `The access was deleted here. ${name} could not be told: remove Adjutant in the security settings of your account there.`;
