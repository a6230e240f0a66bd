import { useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { PROVIDER_TEXTS, PROVIDERS, type Provider } from "#features/integrations/model.ts";
import { type Integration, integrations } from "#features/integrations/web/api.ts";
import { t } from "#i18n/message.ts";
import { oneOf } from "#platform/client/read-params.ts";
import { ApiError } from "#platform/client/resource-client.ts";
import { toast } from "#ui/overlays/toast.ts";
import { useAddressAction } from "#ui/use-address-action.ts";

type Busy = Partial<Record<Provider, "connect" | "sync">>;

/** Connecting opens the provider's page and returns here; syncing stays on this page. */
export function useAccounts() {
  const queries = useQueryClient();
  const [busy, setBusy] = useState<Busy>({});
  useReturn();

  async function during(
    provider: Provider,
    operation: "connect" | "sync",
    failure: string,
    act: () => Promise<void>,
  ) {
    setBusy((others) => ({ ...others, [provider]: operation }));
    try {
      await act();
    } catch (error) {
      toast.failure(failure, (error as Error).message);
    } finally {
      setBusy(({ [provider]: _done, ...others }) => others);
      void queries.invalidateQueries({ queryKey: ["integrations"] });
    }
  }

  const connect = ({ provider }: Integration) =>
    during(provider, "connect", t`Connect failed`, async () => {
      const { oauthUrl, status, error, setup } = await integrations.connect.call({ provider, flow: "page" });
      if (error) toast.failure(error, setup && setupInstructions(setup));
      else if (oauthUrl) window.location.assign(oauthUrl);
      else toast.success(`${PROVIDER_TEXTS[provider].name}: ${status ?? t`Requested`}`);
    });
  const sync = ({ provider }: Integration) =>
    during(provider, "sync", t`Sync failed`, async () => {
      const { count = 0, message, error } = await integrations.sync.call({ provider });
      if (error) toast.failure(error);
      else toast.success(t`${PROVIDER_TEXTS[provider].name} synced (${count})`, message);
    });

  return {
    busy,
    act: {
      connect: (account: Integration) => void connect(account),
      sync: (account: Integration) => void sync(account),
    },
  };
}

type Setup = NonNullable<Awaited<ReturnType<typeof integrations.connect.call>>["setup"]>;

const setupInstructions = ({ system, redirectUri }: Setup) =>
  t`Your administrator registers this instance with ${system}; the redirect address there is ${redirectUri}`;

/** Handles the return from the provider: reads which one from the URL once, then removes it. */
function useReturn(): void {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const queries = useQueryClient();
  const returned = oneOf(PROVIDERS)(search.connected ?? search.refused);
  const isRefused = search.connected === undefined;
  const reported = useRef<Provider>(undefined);
  useAddressAction(returned, (provider) => {
    // Once, also where the effect runs again for the same URL, as in strict mode.
    if (reported.current === provider) return;
    reported.current = provider;
    void toastConnectionResult(provider, isRefused);
    void queries.invalidateQueries({ queryKey: ["integrations"] });
    void navigate({ to: "/email", search: { tab: "integrations" }, replace: true });
  });
}

/** The result comes from the server: anybody can make up a URL. */
async function toastConnectionResult(provider: Provider, isRefused: boolean): Promise<void> {
  const { name } = PROVIDER_TEXTS[provider];
  const list = await integrations.list.call({}).catch((error: unknown) => {
    toast.failure(t`Connection not checked`, error instanceof ApiError ? error.message : undefined);
  });
  if (!list) return;
  const account = list.items.find((item) => item.provider === provider);
  if (account?.status === "connected" && !isRefused) toast.success(t`${name}: connected`);
  else toast.failure(t`Connect failed`, account?.lastError ?? t`${name} was not connected.`);
}
