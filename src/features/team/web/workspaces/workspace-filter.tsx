import { t } from "#i18n/message.ts";
import { NativeSelect } from "#ui/fields/native-select.tsx";
import type { ChangeAddress, TeamAddress } from "../team-address.ts";
import { useWorkspaces } from "./use-workspaces.ts";

type WorkspaceFilterProps = { address: TeamAddress; change: ChangeAddress };

export function WorkspaceFilter({ address, change }: WorkspaceFilterProps) {
  const { all } = useWorkspaces();
  return (
    <NativeSelect
      aria-label={t`Workspace`}
      value={address.workspace ?? ""}
      onChange={({ currentTarget }) => change({ workspace: currentTarget.value || undefined })}
      data={[
        { value: "", label: t`All workspaces` },
        ...all.map(({ id, name, isActive }) => ({
          value: id,
          label: isActive ? name : t`${name} (inactive)`,
        })),
      ]}
    />
  );
}
