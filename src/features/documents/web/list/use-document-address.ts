import { useNavigate, useSearch } from "@tanstack/react-router";
import { type DocumentAddress, parseDocumentAddress } from "./document-address.ts";

export type ChangeAddress = (parts: Partial<DocumentAddress>, options?: { replace?: boolean }) => void;

/** The URL parameters and a function that changes some of them. Changes by typing replace the history entry. */
export function useDocumentAddress(): { address: DocumentAddress; change: ChangeAddress } {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const change: ChangeAddress = (parts, options = {}) =>
    void navigate({
      to: "/documents",
      search: (before: Record<string, unknown>) => ({ ...parseDocumentAddress(before), ...parts }),
      replace: options.replace ?? false,
      resetScroll: false,
    });
  return { address: parseDocumentAddress(search), change };
}
