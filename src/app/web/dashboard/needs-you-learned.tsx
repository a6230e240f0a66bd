import { useQuery } from "@tanstack/react-query";
import { GraduationCap } from "lucide-react";
import { attention } from "#features/attention/web/api.ts";
import { t } from "#i18n/message.ts";
import { queryChange, useWrite } from "#platform/client/use-write.ts";
import { formatNumber } from "#platform/numbers/format-number.ts";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { QueryContent } from "#ui/feedback/query-content.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { DECIDED } from "./use-needs-you.ts";

type LearnedList = Awaited<ReturnType<typeof attention.learned.call>>;
type Trait = LearnedList["items"][number];

const learnedQuery = () => attention.learned.query({});
const GROUPS = [
  ["person", t`People`],
  ["kind", t`Kinds`],
  ["word", t`Words of titles`],
] as const;
/** Of each group; what follows moves an item by less than a point or two. */
const MOST = 20;

/** What the person's decisions taught the order of the items, in points, and how to forget it. */
export function Learned({ onClose }: { onClose(): void }) {
  const query = useQuery(learnedQuery());
  const forget = useForget();
  const isEmpty = !query.data || query.data.items.length === 0;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`What the order learned`}
      size="medium"
      footer={
        isEmpty ? undefined : (
          <Button variant="default" onClick={() => forget.mutate()}>
            {t`Forget all`}
          </Button>
        )
      }
    >
      <QueryContent query={query} failure={t`What the order learned could not be loaded`}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState
              icon={GraduationCap}
              title={t`Nothing is learned yet.`}
              message={t`What you mark as done, snooze or call unimportant moves similar items.`}
            />
          ) : (
            <Groups items={items} />
          )
        }
      </QueryContent>
    </Dialog>
  );
}

function Groups({ items }: LearnedList) {
  return (
    <Stack gap={16}>
      <Text tone="faint" size="list">
        {t`Points are added to the importance of an item. Those with a minus move similar items down.`}
      </Text>
      {GROUPS.map(([kind, title]) => {
        const traits = items.filter((item) => item.kind === kind);
        return traits.length > 0 && <Group key={kind} title={title} traits={traits.slice(0, MOST)} />;
      })}
    </Stack>
  );
}

function Group({ title, traits }: { title: string; traits: readonly Trait[] }) {
  return (
    <Stack as="section" gap={6}>
      <Text as="h3" size="label" tone="faint">
        {title}
      </Text>
      <Stack as="ul" gap={4}>
        {traits.map(({ name, label, points }) => (
          <Row as="li" key={name} justify="space-between">
            <Text as="span" overflow="dots">
              {label}
            </Text>
            <Text as="span" isTabular>
              {signed(points)}
            </Text>
          </Row>
        ))}
      </Stack>
    </Stack>
  );
}

/** '+2', or '−10' with a real minus. */
const signed = (points: number): string =>
  points > 0 ? `+${formatNumber(points)}` : `−${formatNumber(-points)}`;

const useForget = () =>
  useWrite<void, { forgottenAt: string }>({
    send: () => attention.forget.call({}),
    optimistic: () => [queryChange<LearnedList>(learnedQuery().queryKey, () => ({ items: [] }))],
    invalidates: DECIDED,
    done: t`What the order learned is forgotten`,
    failed: t`It was not forgotten`,
    undo: ({ forgottenAt }) => ({
      send: () => attention.remember.call({ forgottenAt }),
      failed: t`That was not undone`,
    }),
  });
