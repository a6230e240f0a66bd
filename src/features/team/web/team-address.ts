import { useNavigate, useSearch } from "@tanstack/react-router";
import { z } from "zod";

/** Search parameters of the page's URL. Unknown and default values are left out. */
const TeamAddress = z.object({
  tab: z.enum(["workspaces", "decisions"]).optional().catch(undefined),
  /** The workspace whose members or decisions are shown; on the workspaces tab, the highlighted one. */
  workspace: z.uuid().optional().catch(undefined),
  status: z.enum(["pending", "completed"]).optional().catch(undefined),
  search: z.coerce
    .string()
    .max(200)
    .transform((text) => text.trim() || undefined)
    .optional()
    .catch(undefined),
  /** Deleted decisions are shown. */
  trash: z.literal(true).optional().catch(undefined),
  /** The decision that is open. */
  decision: z.uuid().optional().catch(undefined),
  create: z.enum(["invitation", "workspace", "decision"]).optional().catch(undefined),
  /** Initial title and description of a new decision. */
  title: z.coerce.string().max(500).optional().catch(undefined),
  description: z.coerce.string().max(5000).optional().catch(undefined),
});
export type TeamAddress = z.infer<typeof TeamAddress>;

export function parseTeamAddress(search: Record<string, unknown>): TeamAddress {
  const parsed = Object.entries(TeamAddress.parse(search));
  return Object.fromEntries(parsed.filter(([, value]) => value !== undefined));
}

export type ChangeAddress = (parts: Partial<TeamAddress>, options?: { replace?: boolean }) => void;

export function useTeamAddress(): { address: TeamAddress; change: ChangeAddress } {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const change: ChangeAddress = (parts, options = {}) =>
    void navigate({
      to: "/team",
      search: (before: Record<string, unknown>) => ({ ...parseTeamAddress(before), ...parts }),
      replace: options.replace ?? false,
      resetScroll: false,
    });
  return { address: parseTeamAddress(search), change };
}
