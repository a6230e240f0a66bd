import { useQuery } from "@tanstack/react-query";
import { mailAccounts, mailPreferences } from "../api.ts";
import type { Senders } from "../writing/signature.ts";

/** Undefined while loading; empty if loading fails, because writing must not wait for it. */
export function useSenders(): Senders | undefined {
  const accounts = useQuery(mailAccounts.list.query({}));
  const preferences = useQuery(mailPreferences.get.query({}));
  if (accounts.isPending || preferences.isPending) return undefined;
  return {
    accounts: (accounts.data?.items ?? []).filter(({ state }) => state !== "leaving"),
    signature: preferences.data?.signature ?? "",
  };
}
