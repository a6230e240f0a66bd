import { QueryObserver } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { createQueryClient, refreshResource } from "./query-client.ts";

test("what changes while it is read for the first time is read again", async () => {
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
