import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Badge } from "#ui/display/badge.tsx";
import { toast } from "#ui/overlays/toast.ts";
import { dashboard } from "../api.ts";
import { ownTimeZone } from "./own-time-zone.ts";
import styles from "./sample-notice.module.css";

/** The figures are the specified samples until the account has something of its own. */
export function SampleNotice() {
  const queries = useQueryClient();
  const load = useMutation({
    mutationFn: () => dashboard.loadSample.call({ timeZone: ownTimeZone() }),
    onSuccess: async () => {
      await queries.invalidateQueries();
      toast.success("Sample workspace loaded");
    },
    onError: (error) => toast.failure("Failed to load the sample workspace", error.message),
  });
  return (
    <div className={styles.notice}>
      <Badge tone="warn" dot>
        Sample figures
      </Badge>
      <Button variant="default" onClick={() => load.mutate()} disabled={load.isPending}>
        {load.isPending ? "Loading..." : "Load sample workspace"}
      </Button>
    </div>
  );
}
