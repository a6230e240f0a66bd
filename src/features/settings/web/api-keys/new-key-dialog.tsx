import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { apiKeys } from "../api.ts";
import { CreatedKey } from "./created-key.tsx";
import { KeyForm, type NewKey } from "./key-form.tsx";

/** First the form, then the key: this is the only time that it can be seen. */
export function NewKeyDialog({ onClose }: { onClose(): void }) {
  const queries = useQueryClient();
  const [made, setMade] = useState<Awaited<ReturnType<typeof apiKeys.create.call>>>();
  const create = useMutation({
    mutationFn: (key: NewKey) => apiKeys.create.call(key),
    onSuccess: (answer) => {
      setMade(answer);
      void queries.invalidateQueries({ queryKey: ["apiKeys"] });
    },
  });
  if (made) return <CreatedKey made={made} onClose={onClose} />;
  return (
    <KeyForm isBusy={create.isPending} error={create.error} onCreate={create.mutate} onClose={onClose} />
  );
}
