import { useNavigate, useSearch } from "@tanstack/react-router";
import { z } from "zod";

const Text = z.coerce
  .string()
  .max(200)
  .transform((text) => text.trim() || undefined);

/** What the address of the page holds. What it does not know, or what is the default, is left out. */
const CommunicationAddress = z.object({
  tab: z.literal("contacts").optional().catch(undefined),
  search: Text.optional().catch(undefined),
  archived: z.literal(true).optional().catch(undefined),
  favorites: z.literal(true).optional().catch(undefined),
  /** Deleted contacts instead of those that are kept. */
  trash: z.literal(true).optional().catch(undefined),
  /** The conversation that is open. */
  conversation: z.uuid().optional().catch(undefined),
  /** The message that is looked at, where it is not the last. */
  message: z.uuid().optional().catch(undefined),
  /** A message whose thread is open. */
  thread: z.uuid().optional().catch(undefined),
  /** The contact whose dialog is open. */
  contact: z.uuid().optional().catch(undefined),
  /** The person whose direct conversation is to be opened, and with a call. */
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

/** What the address holds, and how to change parts of it. */
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
