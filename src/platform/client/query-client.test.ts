import { QueryObserver } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { createQueryClient, refreshResource } from "./query-client.ts";

test("a change during a query's first fetch triggers a refetch", async () => {
  const client = createQueryClient({ failure: () => undefined });
  const first = Promise.withResolvers<number>();
  const answers = [first.promise, Promise.resolve(1)];
  const queryFn = vi.fn(() => answers.shift() ?? Promise.reject(new Error("asked too often")));
  const seen: (number | undefined)[] = [];
  const end = new QueryObserver(client, { queryKey: ["notes", "stats"], queryFn }).subscribe(({ data }) =>
    seen.push(data),
  );
  refreshResource(client, "tasks");
  refreshResource(client, "notes");
  first.resolve(0);
  await vi.waitFor(() => expect(seen.at(-1)).toBe(1));
  expect(queryFn).toHaveBeenCalledTimes(2);
  end();
  client.clear();
});

test("announced ids invalidate only the queries they affect", () => {
  const client = createQueryClient({ failure: () => {} });
  const read = (key: string, isAffectedBy?: (ids: readonly string[]) => boolean) => {
    const query = client.getQueryCache().build(client, {
      queryKey: ["emails", key],
      ...(isAffectedBy && { meta: { isAffectedBy } }),
    });
    query.setData(key);
    return query;
  };
  const email = read("letter", (ids) => ids.includes("letter"));
  const other = read("other", (ids) => ids.includes("other"));
  const figures = read("figures");
  const isStale = () => [email, other, figures].map(({ state }) => state.isInvalidated);
  refreshResource(client, "emails", { ids: ["letter"], records: [] });
  expect(isStale()).toEqual([true, false, true]);
  refreshResource(client, "tasks");
  expect(isStale()).toEqual([true, false, true]);
  refreshResource(client, "emails");
  expect(isStale()).toEqual([true, true, true]);
  client.clear();
});

test("a query that can show the changed records is not refetched, another one is", () => {
  const client = createQueryClient({ failure: () => {} });
  const read = (key: string, withChanges?: (data: unknown, records: readonly object[]) => unknown) => {
    const query = client.getQueryCache().build(client, {
      queryKey: ["emails", key],
      ...(withChanges && { meta: { withChanges } }),
    });
    query.setData(key);
    return query;
  };
  const shown = read("shown", (_, [record]) => record);
  const unable = read("unable", () => null);
  const figures = read("figures");
  const record = { id: "letter", version: 2 };
  refreshResource(client, "emails", { ids: ["letter"], records: [record] });
  expect([shown, unable, figures].map(({ state }) => state.isInvalidated)).toEqual([false, true, true]);
  expect(shown.state.data).toEqual(record);
  client.clear();
});

test("a figure that came with the change is shown; one that is being read, or did not come, is read", () => {
  const client = createQueryClient({ failure: () => {} });
  const cached = (queryKey: unknown[], figure?: string) => {
    const query = client.getQueryCache().build(client, { queryKey, ...(figure && { meta: { figure } }) });
    query.setData({ unread: 1 });
    return query;
  };
  const byKey = cached(["emails", "stats", {}]);
  const named = cached(["tabs"], "mailSearches.list");
  const others = [cached(["emails", "stats", { folder: "inbox" }]), cached(["emails", "list", {}])];
  const figures = { "emails.stats": { unread: 0 }, "mailSearches.list": { unread: 7 } };
  refreshResource(client, "emails", { ids: ["letter"], records: [], figures });
  expect([byKey, named].map(({ state }) => state.data)).toEqual([{ unread: 0 }, { unread: 7 }]);
  expect([byKey, named, ...others].map(({ state }) => state.isInvalidated)).toEqual([
    false,
    false,
    true,
    true,
  ]);
  byKey.setState({ fetchStatus: "fetching" });
  refreshResource(client, "emails", {
    ids: ["letter"],
    records: [],
    figures: { "emails.stats": { unread: 9 } },
  });
  expect(byKey.state).toMatchObject({ data: { unread: 0 }, isInvalidated: true });
  byKey.setState({ fetchStatus: "idle", isInvalidated: false });
  refreshResource(client, "emails", { ids: ["letter"], records: [] });
  expect(byKey.state.isInvalidated).toBe(true);
  client.clear();
});
