import { z } from "zod";
import { EmailSort, EmailView } from "../list-model.ts";
import { EmailStatus } from "../model.ts";

/** The router parses text that looks like a number as a number. */
const Text = z.coerce
  .string()
  .max(200)
  .transform((text) => text.trim() || undefined);

export const EmailLayout = z.enum(["cards", "split"]);
export type EmailLayout = z.infer<typeof EmailLayout>;

/** The search parameters of the page. Unknown ones and defaults are left out. */
const EmailAddress = z.object({
  tab: z.enum(["templates", "integrations"]).optional().catch(undefined),
  /** Cards, or list and reader side by side; default: the layout last chosen in this browser. */
  look: EmailLayout.optional().catch(undefined),
  view: EmailView.optional().catch(undefined),
  status: EmailStatus.exclude(["received"]).optional().catch(undefined),
  search: Text.optional().catch(undefined),
  sort: EmailSort.exclude(["created"]).optional().catch(undefined),
  /**
   * A folder or label of an account, one account, or a tab of the inbox: a saved search, or what none of them finds.
   */
  box: z.uuid().optional().catch(undefined),
  account: z.uuid().optional().catch(undefined),
  split: z
    .union([z.uuid(), z.literal("rest")])
    .optional()
    .catch(undefined),
  trash: z.literal(true).optional().catch(undefined),
  /** The open email. */
  email: z.uuid().optional().catch(undefined),
  /** Opens the composer, addressed to `to` if given. */
  compose: z.literal(true).optional().catch(undefined),
  to: Text.optional().catch(undefined),
});
export type EmailPageParams = z.infer<typeof EmailAddress>;

export function parseEmailPageParams(search: Record<string, unknown>): EmailPageParams {
  const parsed = Object.entries(EmailAddress.parse(search));
  return Object.fromEntries(parsed.filter(([, value]) => value !== undefined));
}

/** The filter and order of a list of emails. */
export type EmailFilter = {
  view: EmailView;
  status: EmailStatus | undefined;
  search: string | undefined;
  sort: EmailSort;
  box?: string | undefined;
  account?: string | undefined;
  split?: string | undefined;
};

/** `view` is the default part of the mailbox, where the parameters name none. */
export const filterOf = (
  { view, status, search, sort, box, account, split }: EmailPageParams,
  viewWithoutOne: EmailView = "all",
): EmailFilter => ({
  view: view ?? viewWithoutOne,
  status,
  search,
  sort: sort ?? "created",
  ...{ box, account, split },
});

/** Clears the current place in the mailbox, to show another one. */
export const ELSEWHERE = {
  view: undefined,
  status: undefined,
  box: undefined,
  account: undefined,
  split: undefined,
  email: undefined,
} as const satisfies Partial<EmailPageParams>;

export const isFiltered = ({ view, status, search, box, account, split }: EmailFilter) =>
  view !== "all" || [status, search, box, account, split].some((part) => part !== undefined);
