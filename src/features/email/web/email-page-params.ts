import { anId, isTrue, oneOf, readParams, textUpTo } from "#platform/client/read-params.ts";
import { EMAIL_SORTS, EMAIL_VIEWS, type EmailSort, type EmailView } from "../list-model.ts";
import { EMAIL_STATUSES, type EmailStatus } from "../model.ts";

export const EMAIL_LAYOUTS = ["cards", "split"] as const;
export type EmailLayout = (typeof EMAIL_LAYOUTS)[number];

/** The search parameters of the page. Unknown ones and defaults are left out. */
const PARAMS = {
  tab: oneOf(["templates", "integrations"]),
  /** Cards, or list and reader side by side; default: the layout last chosen in this browser. */
  look: oneOf(EMAIL_LAYOUTS),
  view: oneOf(EMAIL_VIEWS),
  status: oneOf(EMAIL_STATUSES, "received"),
  search: textUpTo(200),
  /** The split view searches all mail, unless it is limited to the open part of the mailbox. */
  here: isTrue,
  sort: oneOf(EMAIL_SORTS, "created"),
  /**
   * A folder or label of an account, one account, or a tab of the inbox: a saved search, or what none of them finds.
   */
  box: anId,
  account: anId,
  split: (value: unknown) => (value === "rest" ? value : anId(value)),
  trash: isTrue,
  /** The open email. */
  email: anId,
  /** Opens the composer, addressed to `to` if given. */
  compose: isTrue,
  to: textUpTo(200),
};
export type EmailPageParams = ReturnType<typeof parseEmailPageParams>;

export const parseEmailPageParams = (search: Record<string, unknown>) => readParams(PARAMS, search);

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

/** `viewWithoutOne` is the default part of the mailbox, where the parameters name none. */
export const filterOf = (
  { view, status, search, sort, box, account, split }: EmailPageParams,
  viewWithoutOne: EmailView = "all",
): EmailFilter => ({
  view: view ?? (status ? "all" : viewWithoutOne),
  status,
  search,
  sort: sort ?? "created",
  ...{ box, account, split },
});

/** The emails of the split view: the open part of the mailbox, or what a search finds in all mail. */
export function threadFilterOf(address: EmailPageParams): EmailFilter {
  const part = filterOf(address, "inbox");
  const { search, sort } = part;
  return search === undefined || address.here ? part : { view: "all", status: undefined, search, sort };
}

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
