import { type DAVResponse, davRequest, getDAVAttribute } from "tsdav";
import type { AppError } from "#platform/capability/errors.ts";

/** Throws what fits the status of an answer. */
type Refuse = (status: number) => AppError;

/**
 * The entries of a WebDAV list (RFC 4918 §13). What is missing from one counts as deleted, so a redirect, a page, half of a
 * text, a list without entries or one that the server broke off (507) is none.
 */
export function requireListing(answers: readonly DAVResponse[], refuse: Refuse): readonly DAVResponse[] {
  const [first] = answers;
  const isListing = first?.raw?.multistatus !== undefined && first.href !== undefined;
  const failed = answers.find(({ status }) => status >= 500);
  if (!isListing || failed) throw refuse((failed ?? first)?.status ?? 0);
  return answers;
}

const REPORTS = {
  caldav: { name: "calendar-multiget", prefix: "c", namespace: "urn:ietf:params:xml:ns:caldav" },
  carddav: { name: "addressbook-multiget", prefix: "card", namespace: "urn:ietf:params:xml:ns:carddav" },
} as const;

/** What a server has under these addresses (RFC 4791 §7.9, RFC 6352 §8.7); an entry that is gone says 404 and nothing else. */
export async function multiGet(
  kind: keyof typeof REPORTS,
  given: {
    url: string;
    props: Record<string, object>;
    hrefs: readonly string[];
    headers: Record<string, string>;
    fetch: typeof fetch;
  },
  refuse: Refuse,
): Promise<readonly DAVResponse[]> {
  const { name, prefix, namespace } = REPORTS[kind];
  const _attributes = getDAVAttribute(["DAV:", namespace] as Parameters<typeof getDAVAttribute>[0]);
  const body = { [name]: { _attributes, "d:prop": given.props, "d:href": given.hrefs } };
  const headers = { ...given.headers, depth: "1" };
  const init = { method: "REPORT" as const, namespace: prefix, headers, body };
  const answers = await davRequest({ url: given.url, init, fetch: given.fetch });
  // Some say that the one address that was asked for is gone by the status of the whole.
  const isGone = given.hrefs.length === 1 && answers.length === 1 && answers[0]?.status === 404;
  return isGone ? [] : requireListing(answers, refuse);
}
