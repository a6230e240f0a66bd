import { useQuery } from "@tanstack/react-query";
import { t } from "#i18n/message.ts";
import { useWrite } from "#platform/client/use-write.ts";
import { Switch } from "#ui/inputs/switch.tsx";
import { Stack } from "#ui/layout/stack.tsx";
import { assistantSettings } from "../api.ts";

/** The setting that replies to notification mails are run as commands. */
export function ReplyUse() {
  const { data } = useQuery(assistantSettings.get.query({}));
  const save = useWrite({
    send: (acceptsReplies: boolean) => assistantSettings.save.call({ acceptsReplies }),
    stores: assistantSettings.get.query({}).queryKey,
    done: t`Saved`,
    failed: t`That was not saved`,
  });
  if (!data) return null;
  return (
    <Stack line="above" pad="12px 0 0">
      <Switch
        label={t`Do what I answer by mail`}
        description={t`The first paragraph of your answer to a mail from here, sent from an account that is connected here. What deletes, sends or invites waits for your yes. Whoever can use that account can do the same.`}
        isOn={save.isPending ? save.variables : data.acceptsReplies}
        onChange={(isOn) => save.mutate(isOn)}
      />
    </Stack>
  );
}
