import { useState } from "react";
import { t } from "#i18n/message.ts";
import { queryChange, useWrite } from "#platform/client/use-write.ts";
import { Avatar } from "#ui/display/avatar.tsx";
import { FileButton } from "#ui/fields/file-input.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { Row } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { profile } from "../api.ts";
import form from "../form.module.css";
import { Section } from "../section.tsx";
import type { Profile } from "./profile-edits.ts";

const PROFILE = profile.get.query({});
const TYPES = "image/jpeg,image/png,image/webp";

/** The person's own picture: chosen, replaced, removed; in force at once. */
export function PictureSection({ stored: { avatarUrl, fullName } }: { stored: Profile }) {
  const { choose, remove, isSaving, problem } = usePicture();
  return (
    <Section
      title={t`Picture`}
      text={t`Shown to people in your workspaces and conversations, and to your contacts who have you as a contact too.`}
    >
      <div className={form.fields}>
        <Row gap={16} wrap>
          <Avatar name={fullName} size="large" picture={avatarUrl ?? undefined} />
          <FileButton
            variant="default"
            accept={TYPES}
            loading={isSaving}
            onChange={(file) => void choose(file)}
          >
            {avatarUrl ? t`Choose another picture` : t`Choose a picture`}
          </FileButton>
          {avatarUrl && (
            <Button variant="subtle" color="red" onClick={remove}>
              {t`Remove`}
            </Button>
          )}
        </Row>
        {problem ? (
          <Text role="alert" tone="bad" size="list">
            {problem}
          </Text>
        ) : (
          <Text tone="soft" size="list">
            {t`JPEG, PNG or WebP. The middle of it is shown as a circle.`}
          </Text>
        )}
      </div>
    </Section>
  );
}

function usePicture() {
  const [problem, setProblem] = useState("");
  const write = { stores: PROFILE.queryKey, invalidates: [["session"], ["pictures"]] };
  const save = useWrite({
    ...write,
    send: (picture: string) => profile.setPicture.call({ picture }),
    done: t`Picture saved`,
    failed: t`The picture was not saved`,
  });
  const remove = useWrite({
    ...write,
    send: () => profile.setPicture.call({ picture: null }),
    optimistic: () => [queryChange<Profile>(PROFILE.queryKey, (now) => ({ ...now, avatarUrl: null }))],
    done: t`Picture removed`,
    failed: t`The picture was not removed`,
  });
  const choose = async (file: File) => {
    setProblem("");
    try {
      const { shrinkPicture } = await import("./shrink-picture.ts");
      save.mutate(await shrinkPicture(file));
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  return { problem, choose, remove: () => remove.mutate(), isSaving: save.isPending };
}
