import { useNavigate, useSearch } from "@tanstack/react-router";
import { type EmailPageParams, parseEmailPageParams } from "./email-page-params.ts";

/** The search parameters, and a function to change some of them. Changes while typing replace the history entry. */
export function useEmailPageParams() {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const change = (parts: Partial<EmailPageParams>, options: { replace?: boolean } = {}) =>
    void navigate({
      to: "/email",
      search: (before: Record<string, unknown>) => ({ ...parseEmailPageParams(before), ...parts }),
      replace: options.replace ?? false,
      resetScroll: false,
    });
  return { address: parseEmailPageParams(search), change };
}
