import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "#ui/overlays/toast.ts";

/** An act of an administrator and what is to be read again after it; a failure is said with the server's reason. */
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
