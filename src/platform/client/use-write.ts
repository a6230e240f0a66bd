import { type QueryClient, type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { createContext, useContext } from "react";
import { refusalOf, type WriteReport } from "./record-writes.ts";
import { isConflict } from "./resource-client.ts";

/** Where the toasts of `useWrite` and `useRequest` are shown. */
export const WriteReports = createContext<WriteReport | null>(null);

/** The title of a toast, or its title and text. */
type ToastText = string | readonly [title: string, text: string | undefined];

type Request<I, O> = {
  send(input: I): Promise<O>;
  /** The toast of success; none if it is missing or undefined. */
  done?: ToastText | ((answer: O, input: I) => ToastText | undefined);
  /** The toast of failure; a title alone is shown with the server's reason. Null where the page shows the error. */
  failed: ToastText | null | ((error: Error, input: I) => ToastText | null);
  onDone?(answer: O, input: I): unknown;
  onFailed?(error: Error, input: I): unknown;
  mutationKey?: QueryKey;
};

type Write<I, O> = Request<I, O> & {
  /** What queries show until the server has answered; reverted if it refuses. */
  optimistic?(input: I): readonly QueryChange[];
  /** The query whose data the answer is. */
  stores?: QueryKey;
  /** The queries that are read again afterwards, by the start of their keys. */
  invalidates?: readonly QueryKey[];
  /** Offered by the toast of success. */
  undo?(answer: O, input: I): Undo | undefined;
};

export type Undo = { send(): Promise<unknown>; failed: string; onDone?(): unknown };

type QueryChange = { queryKey: QueryKey; apply(queries: QueryClient): void };

/** A change of the data of one query, if it has any. */
export const queryChange = <D>(queryKey: QueryKey, change: (data: D) => D): QueryChange => ({
  queryKey,
  apply: (queries) => queries.setQueryData<D>(queryKey, (data) => data && change(data)),
});

/**
 * How the pages write what is in a query: shown at once where that is wanted and reverted if the server refuses; one
 * toast, Undo, and after a conflict the stored data. Records in a store are written by `RecordWrites` (decision 0114).
 */
export function useWrite<I = void, O = unknown>(write: Write<I, O>) {
  const { optimistic, stores, invalidates = [], undo } = write;
  const queries = useQueryClient();
  const report = useReport();
  const refresh = (keys: readonly QueryKey[]) =>
    Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })));
  const run = async ({ send, failed, onDone }: Undo) => {
    try {
      await send();
      await onDone?.();
    } catch (error) {
      report.failure(failed, refusalOf(error));
    }
    await refresh(invalidates);
  };
  return useMutation({
    ...(write.mutationKey && { mutationKey: write.mutationKey }),
    mutationFn: (input: I) => write.send(input),
    onMutate: async (input) => {
      const changes = optimistic?.(input) ?? [];
      await Promise.all(changes.map(({ queryKey }) => queries.cancelQueries({ queryKey })));
      const before = changes.map(({ queryKey }) => [queryKey, queries.getQueryData(queryKey)] as const);
      for (const change of changes) change.apply(queries);
      return before;
    },
    onSuccess: (answer, input) => {
      if (stores) queries.setQueryData(stores, answer);
      const undone = undo?.(answer, input);
      reportDone(report, write, answer, input, undone && (() => void run(undone)));
      return write.onDone?.(answer, input);
    },
    onError: async (error, input, before = []) => {
      for (const [queryKey, data] of before) queries.setQueryData(queryKey, data);
      reportFailed(report, write, error, input);
      await write.onFailed?.(error, input);
      if (stores && isConflict(error)) await refresh([stores]);
    },
    onSettled: () => refresh(invalidates),
  });
}

/**
 * A call that writes nothing that the page shows, such as the test of a connection or a sign-in: the same toasts as for a
 * write, without the rest.
 */
export function useRequest<I = void, O = unknown>(request: Request<I, O>) {
  const report = useReport();
  return useMutation({
    ...(request.mutationKey && { mutationKey: request.mutationKey }),
    mutationFn: (input: I) => request.send(input),
    onSuccess: (answer, input) => {
      reportDone(report, request, answer, input);
      return request.onDone?.(answer, input);
    },
    onError: (error, input) => {
      reportFailed(report, request, error, input);
      return request.onFailed?.(error, input);
    },
  });
}

function useReport(): WriteReport {
  const report = useContext(WriteReports);
  if (!report) throw new Error("Nothing shows the toasts of writes");
  return report;
}

function reportDone<I, O>(
  report: WriteReport,
  { done }: Request<I, O>,
  answer: O,
  input: I,
  onUndo?: () => void,
): void {
  const text = typeof done === "function" ? done(answer, input) : done;
  if (text === undefined) return;
  const [title, message] = partsOf(text);
  if (onUndo) report.undo(title, onUndo);
  else report.success(title, message);
}

function reportFailed<I, O>(report: WriteReport, { failed }: Request<I, O>, error: Error, input: I): void {
  const text = typeof failed === "function" ? failed(error, input) : failed;
  if (text === null) return;
  const [title, message = refusalOf(error)] = partsOf(text);
  report.failure(title, message);
}

const partsOf = (text: ToastText) => (typeof text === "string" ? ([text] as const) : text);
