import { useWrite } from "#platform/client/use-write.ts";
import { readerTimeZone } from "#platform/time/reader-clock.ts";
import { Badge } from "#ui/display/badge.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { Row } from "#ui/layout/stack.tsx";
import { dashboard } from "../api.ts";

/** The figures are the specified samples until the account has something of its own. */
export function SampleNotice() {
  const load = useWrite({
    send: () => dashboard.loadSample.call({ timeZone: readerTimeZone() }),
    // Every query.
    invalidates: [[]],
    done: "Sample workspace loaded",
    failed: "Failed to load the sample workspace",
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
