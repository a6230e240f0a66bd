import { t, term } from "#i18n/message.ts";
import { oneOf } from "#platform/client/read-params.ts";
import { NativeSelect } from "#ui/fields/native-select.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { ROLE_LABELS, TEAM_ROLES } from "../../model.ts";
import type { MemberRecord } from "../records.ts";
import { removeMember, setRole } from "../team-mutations.ts";
import { useWorkspaces } from "../workspaces/use-workspaces.ts";
import styles from "./manage-member-dialog.module.css";
import { managedOf } from "./managed-of.ts";

/** What a person is in each workspace that the reader administers. */
export function ManageMemberDialog({ member, onClose }: { member: MemberRecord; onClose(): void }) {
  const { all } = useWorkspaces();
  const managed = managedOf(member, all);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={member.fullName}
      description={t`Role changes apply immediately. Removed members lose access to the workspace.`}
      footer={
        <Button variant="default" onClick={onClose}>
          {term("Done", "button that closes the dialog")}
        </Button>
      }
    >
      <Stack as="ul" gap={14}>
        {managed.map(({ workspaceId, workspaceName, role }) => (
          <Row key={workspaceId} as="li" align="end">
            <NativeSelect
              label={workspaceName}
              value={role}
              className={styles.role}
              onChange={({ currentTarget }) =>
                void setRole(member, workspaceId, oneOf(TEAM_ROLES)(currentTarget.value) ?? role)
              }
              data={TEAM_ROLES.map((value) => ({ value, label: ROLE_LABELS[value] }))}
            />
            <Button
              variant="default"
              aria-label={t`Remove ${member.fullName} from ${workspaceName}`}
              onClick={() => void removeMember(member, workspaceId)}
            >
              {t`Remove`}
            </Button>
          </Row>
        ))}
        {managed.length === 0 && (
          <Text as="li" tone="soft">
            {t`You administer no workspace of this person.`}
          </Text>
        )}
      </Stack>
    </Dialog>
  );
}
