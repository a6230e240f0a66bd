import { useState } from "react";
import { useWrite } from "#platform/client/use-write.ts";
import { apiKeys } from "../api.ts";
import { CreatedKey } from "./created-key.tsx";
import { KeyForm, type NewKey } from "./key-form.tsx";

/** First the form, then the key: this is the only time that it can be seen. */
export function NewKeyDialog({ onClose }: { onClose(): void }) {
  const [made, setMade] = useState<Awaited<ReturnType<typeof apiKeys.create.call>>>();
  const create = useWrite({
    send: (key: NewKey) => apiKeys.create.call(key),
    invalidates: [["apiKeys"]],
    failed: null,
    onDone: setMade,
  });
  if (made) return <CreatedKey made={made} onClose={onClose} />;
  return (
    <KeyForm isBusy={create.isPending} error={create.error} onCreate={create.mutate} onClose={onClose} />
  );
}
