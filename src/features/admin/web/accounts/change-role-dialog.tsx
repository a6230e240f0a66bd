import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { toast } from "#ui/overlays/toast.ts";
import { Role } from "../../model.ts";
import { adminUsers } from "../api.ts";
import type { ListedUser } from "../listed-user.ts";
import styles from "./change-role-dialog.module.css";

const MEANINGS: Record<Role, string> = {
  user: "Their own work, and what others share with them",
  moderator: "As a user; looks after what people report",
  admin: "Everything in the admin area, also the roles of others",
};

/** Holds the chosen role until it is updated. */
export function ChangeRoleDialog({ user, onClose }: { user: ListedUser; onClose(): void }) {
  const [role, setRole] = useState<Role>(user.role);
  const queries = useQueryClient();
  const update = useMutation({
    mutationFn: () => adminUsers.setRole.call({ id: user.id, role }),
    onSuccess: async () => {
      onClose();
      toast.success("Role updated", "User role has been updated successfully");
      await Promise.all(
        ["adminUsers", "adminCounters", "roleChecks"].map((resource) =>
          queries.invalidateQueries({ queryKey: [resource] }),
        ),
      );
    },
    onError: (error) => toast.failure("Failed to update user role", error.message),
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Change Role"
      description={`${user.fullName || user.email}, ${user.email}`}
      size="small"
      onSubmit={() => {
        if (!update.isPending) update.mutate();
      }}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={update.isPending}>
            {update.isPending ? "Updating..." : "Update Role"}
          </Button>
        </>
      }
    >
      <fieldset className={styles.roles}>
        <legend className="visually-hidden">Role</legend>
        {Role.options.map((each) => (
          <label key={each} className={styles.role}>
            <input
              type="radio"
              name="role"
              value={each}
              checked={role === each}
              data-autofocus={role === each || undefined}
              onChange={() => setRole(each)}
            />
            <span>
              <span className={styles.name}>{each}</span>
              <span className={styles.meaning}>{MEANINGS[each]}</span>
            </span>
          </label>
        ))}
      </fieldset>
    </Dialog>
  );
}
