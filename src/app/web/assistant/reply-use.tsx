import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Switch } from "#ui/inputs/switch.tsx";
import { Stack } from "#ui/layout/stack.tsx";
import { toast } from "#ui/overlays/toast.ts";
import { assistantSettings } from "../api.ts";

/** The setting that replies to notification mails are run as commands. */
export function ReplyUse() {
  const queries = useQueryClient();
  const { data } = useQuery(assistantSettings.get.query({}));
  const save = useMutation({
    mutationFn: (acceptsReplies: boolean) => assistantSettings.save.call({ acceptsReplies }),
    onSuccess: (saved) => {
      queries.setQueryData(assistantSettings.get.query({}).queryKey, saved);
      toast.success("Saved");
    },
    meta: { failure: "That was not saved" },
  });
  if (!data) return null;
  return (
    <Stack line="above" pad="12px 0 0">
      <Switch
        label="Do what I answer by mail"
        description="The first paragraph of your answer to a mail from here, sent from an account that is connected here. What deletes, sends or invites waits for your yes. Whoever can use that account can do the same."
        isOn={save.isPending ? save.variables : data.acceptsReplies}
        onChange={(isOn) => save.mutate(isOn)}
      />
    </Stack>
  );
}
