import { useNavigate, useSearch } from "@tanstack/react-router";
import { z } from "zod";

const Text = z.coerce
  .string()
  .max(200)
  .transform((text) => text.trim() || undefined);

/** The search parameters of the page. Unknown and default values are dropped. */
const CommunicationAddress = z.object({
  tab: z.literal("contacts").optional().catch(undefined),
  search: Text.optional().catch(undefined),
  archived: z.literal(true).optional().catch(undefined),
  favorites: z.literal(true).optional().catch(undefined),
  /** Shows deleted contacts instead of the others. */
  trash: z.literal(true).optional().catch(undefined),
  /** The conversation that is open. */
  conversation: z.uuid().optional().catch(undefined),
  /** The message to scroll to, if it is not the last one. */
  message: z.uuid().optional().catch(undefined),
  /** A message whose thread is open. */
  thread: z.uuid().optional().catch(undefined),
  /** The contact whose dialog is open. */
  contact: z.uuid().optional().catch(undefined),
  /** The person whose direct conversation to open; `call` also starts a call. */
  with: z.uuid().optional().catch(undefined),
  call: z.uuid().optional().catch(undefined),
  create: z.enum(["contact", "conversation"]).optional().catch(undefined),
});
export type CommunicationAddress = z.infer<typeof CommunicationAddress>;

export function parseCommunicationAddress(search: Record<string, unknown>): CommunicationAddress {
  const parsed = Object.entries(CommunicationAddress.parse(search));
  return Object.fromEntries(parsed.filter(([, value]) => value !== undefined));
}

export type ChangeAddress = (
  parts: { [K in keyof CommunicationAddress]?: CommunicationAddress[K] | undefined },
  options?: { replace?: boolean },
) => void;

/** The search parameters, and a function to change some of them. */
export function useCommunicationAddress() {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const change: ChangeAddress = (parts, options = {}) =>
    void navigate({
      to: "/communication",
      search: (before: Record<string, unknown>) => ({ ...parseCommunicationAddress(before), ...parts }),
      replace: options.replace ?? false,
      resetScroll: false,
    });
  return { address: parseCommunicationAddress(search), change };
}
