import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { t } from "#i18n/message.ts";
import { toast } from "#ui/overlays/toast.ts";
import { type DataKind, PROVIDER_TEXTS, type Provider } from "../model.ts";
import { INTEGRATION_LIST, INTEGRATION_STATS, type Integration, integrations, type Setup } from "./api.ts";
import { awaitConnection, type ConnectionEnd } from "./await-connection.ts";

const WINDOW = "popup,width=600,height=600";
const BLOCKED = t`Your browser blocked the window. Allow pop-ups for this site and try again.`;
const TOO_LATE = t`The sign-in was not finished within five minutes.`;

export type Connecting = {
  isConnecting(provider: Provider): boolean;
  /** `more`: further kinds of data to import. */
  connect(integration: Integration, more?: DataKind[]): void;
  cancel(provider: Provider): void;
  /** What an administrator has to do before the provider can be connected. */
  setup: { provider: Provider; setup: Setup } | null;
  closeSetup(): void;
};

/** Connection attempts: a sign-in window, and the wait for its result. */
export function useConnect(): Connecting {
  const queries = useQueryClient();
  const [busy, setBusy] = useState<readonly Provider[]>([]);
  const [setup, setSetup] = useState<Connecting["setup"]>(null);
  const attempts = useRef(new Map<Provider, AbortController>());
  useEffect(() => {
    const running = attempts.current;
    return () => {
      for (const attempt of running.values()) attempt.abort();
    };
  }, []);
  const read = async () => {
    const list = await integrations.list.call({});
    queries.setQueryData(INTEGRATION_LIST.queryKey, list);
    return list.items;
  };

  async function connect({ provider, isConfigured }: Integration, more: DataKind[] = []): Promise<void> {
    const attempt = new AbortController();
    attempts.current.set(provider, attempt);
    setBusy((others) => [...others, provider]);
    // Opened during the click event: later, browsers block it as a popup.
    const popup = isConfigured ? window.open("", `adjutant-${provider}`, WINDOW) : null;
    try {
      const answer = await integrations.connect.call({ provider, flow: "window", dataKinds: more });
      if (answer.setup) setSetup({ provider, setup: answer.setup });
      if (!answer.oauthUrl) throw new Error(answer.error ?? answer.status);
      if (!popup) throw new Error(BLOCKED);
      // Read before the sign-in begins: the cached version may be outdated after a recent change.
      const since = (await read()).find((item) => item.provider === provider)?.version ?? 0;
      popup.location.href = answer.oauthUrl;
      reportResult(provider, await awaitConnection({ provider, since, read, signal: attempt.signal }));
    } catch (error) {
      popup?.close();
      reportFailure(provider, (error as Error).message);
    } finally {
      attempts.current.delete(provider);
      setBusy((all) => all.filter((each) => each !== provider));
      void queries.invalidateQueries({ queryKey: INTEGRATION_STATS.queryKey });
    }
  }

  return {
    isConnecting: (provider) => busy.includes(provider),
    connect: (integration, more) => void connect(integration, more),
    cancel: (provider) => attempts.current.get(provider)?.abort(),
    setup,
    closeSetup: () => setSetup(null),
  };
}

function reportResult(provider: Provider, end: ConnectionEnd): void {
  if (end.how === "connected") toast.success(t`${PROVIDER_TEXTS[provider].name} connected successfully!`);
  if (end.how === "failed") reportFailure(provider, end.reason);
  if (end.how === "late") reportFailure(provider, TOO_LATE);
}

const reportFailure = (provider: Provider, reason: string) =>
  toast.failure(t`Failed to connect ${PROVIDER_TEXTS[provider].name}`, reason);
