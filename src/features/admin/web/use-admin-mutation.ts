import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "#ui/overlays/toast.ts";

/** A mutation by an administrator: refetches the resource afterwards; a failure shows the server's reason. */
export function useAdminMutation<I, O>(
  act: { call(input: I): Promise<O> },
  { resource, failure, success }: { resource: string; failure: string; success?: string },
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: I) => act.call(input),
    onSuccess: () => {
      if (success) toast.success(success);
      void queries.invalidateQueries({ queryKey: [resource] });
    },
    onError: (error) => toast.failure(failure, error.message),
  });
}
