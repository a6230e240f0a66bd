import { useNavigate, useSearch } from "@tanstack/react-router";
import { type EmailAddress, parseEmailAddress } from "./email-address.ts";

/** What the address holds, and how to change parts of it. A change that is typed replaces the history entry. */
export function useEmailAddress() {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const change = (parts: Partial<EmailAddress>, options: { replace?: boolean } = {}) =>
    void navigate({
      to: "/email",
      search: (before: Record<string, unknown>) => ({ ...parseEmailAddress(before), ...parts }),
      replace: options.replace ?? false,
      resetScroll: false,
    });
  return { address: parseEmailAddress(search), change };
}
