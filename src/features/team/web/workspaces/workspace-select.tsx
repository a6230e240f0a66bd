import { t } from "#i18n/message.ts";
import { NativeSelect } from "#ui/fields/native-select.tsx";

type WorkspaceSelectProps = {
  workspaces: readonly { id: string; name: string }[];
  value: string;
  error?: string | false | undefined;
  onChange(workspaceId: string): void;
};

/** Where something is sent or decided; of several, nothing is chosen until the person does. */
export const WorkspaceSelect = ({ workspaces, value, error, onChange }: WorkspaceSelectProps) => (
  <NativeSelect
    label={t`Workspace`}
    withAsterisk
    value={value}
    error={error}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
    description={
      workspaces.length === 0 ? t`You administer no active workspace yet. Create one first.` : undefined
    }
    data={[
      ...(workspaces.length === 1 ? [] : [{ value: "", label: t`Select a workspace` }]),
      ...workspaces.map(({ id, name }) => ({ value: id, label: name })),
    ]}
  />
);
