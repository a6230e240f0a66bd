import { useWrite } from "#platform/client/use-write.ts";

/** A write by an administrator: what was read of the resource is read again afterwards. */
export const useAdminWrite = <I, O>(
  act: { call(input: I): Promise<O> },
  { resource, failure, success }: { resource: string; failure: string; success?: string },
) =>
  useWrite({
    send: (input: I) => act.call(input),
    invalidates: [[resource]],
    done: () => success,
    failed: failure,
  });
