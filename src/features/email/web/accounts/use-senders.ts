import { useQuery } from "@tanstack/react-query";
import { mailAccounts, mailPreferences } from "../api.ts";
import type { Senders } from "../writing/signature.ts";

/** Undefined until it is known; without an answer there are none, for writing must not wait for it. */
export function useSenders(): Senders | undefined {
  const accounts = useQuery(mailAccounts.list.query({}));
  const preferences = useQuery(mailPreferences.get.query({}));
  if (accounts.isPending || preferences.isPending) return undefined;
  return {
    accounts: (accounts.data?.items ?? []).filter(({ state }) => state !== "leaving"),
    signature: preferences.data?.signature ?? "",
  };
}
