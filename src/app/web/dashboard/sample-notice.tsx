import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ownTimeZone } from "#platform/time/own-time-zone.ts";
import { Badge } from "#ui/display/badge.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { Row } from "#ui/layout/stack.tsx";
import { toast } from "#ui/overlays/toast.ts";
import { dashboard } from "../api.ts";

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
    <Row gap={12} lineGap={8} wrap>
      <Badge tone="warn" dot>
        Sample figures
      </Badge>
      <Button variant="default" onClick={() => load.mutate()} disabled={load.isPending}>
        {load.isPending ? "Loading..." : "Load sample workspace"}
      </Button>
    </Row>
  );
}
