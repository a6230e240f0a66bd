import { useState } from "react";
import { t } from "#i18n/message.ts";
import { useWrite } from "#platform/client/use-write.ts";
import { Button } from "#ui/inputs/button.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { ROLES, type Role } from "../../model.ts";
import { adminUsers } from "../api.ts";
import type { ListedUser } from "../listed-user.ts";
import styles from "./change-role-dialog.module.css";
import { ROLE_NAMES } from "./role-names.ts";

const MEANINGS: Record<Role, string> = {
  user: t`Their own work, and what others share with them`,
  moderator: t`As a user; looks after what people report`,
  admin: t`Everything in the admin area, also the roles of others`,
};

export function ChangeRoleDialog({ user, onClose }: { user: ListedUser; onClose(): void }) {
  const [role, setRole] = useState<Role>(user.role);
  const update = useWrite({
    send: () => adminUsers.setRole.call({ id: user.id, role }),
    invalidates: [["adminUsers"], ["adminCounters"], ["roleChecks"]],
    done: [t`Role updated`, t`User role has been updated successfully`],
    failed: t`Failed to update user role`,
    onDone: onClose,
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`Change Role`}
      description={`${user.fullName || user.email}, ${user.email}`}
      size="small"
      onSubmit={() => {
        if (!update.isPending) update.mutate();
      }}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {t`Cancel`}
          </Button>
          <Button type="submit" disabled={update.isPending}>
            {update.isPending ? t`Updating...` : t`Update Role`}
          </Button>
        </>
      }
    >
      <Stack as="fieldset" gap={8}>
        <legend className="visually-hidden">{t`Role`}</legend>
        {ROLES.map((each) => (
          <RoleChoice key={each} role={each} isChosen={role === each} onChoose={() => setRole(each)} />
        ))}
      </Stack>
    </Dialog>
  );
}

type RoleChoiceProps = { role: Role; isChosen: boolean; onChoose(): void };

const RoleChoice = ({ role, isChosen, onChoose }: RoleChoiceProps) => (
  <Row as="label" gap={12} align="start" pad={12} surface="outline" className={styles.role}>
    <input
      type="radio"
      name="role"
      value={role}
      checked={isChosen}
      data-autofocus={isChosen || undefined}
      onChange={onChoose}
    />
    <span>
      <Text as="span" weight="medium" display="block">
        {ROLE_NAMES[role]}
      </Text>
      <Text as="span" size="list" tone="soft" display="block">
        {MEANINGS[role]}
      </Text>
    </span>
  </Row>
);
