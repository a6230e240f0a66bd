import { useQuery } from "@tanstack/react-query";
import { t } from "#i18n/message.ts";
import { SkeletonRows } from "#ui/feedback/skeleton.tsx";
import { Stack } from "#ui/layout/stack.tsx";
import { Box, Text } from "#ui/layout/text.tsx";
import { ListRow } from "#ui/lists/list-row.tsx";
import type { EmailOnWire } from "../../model.ts";
import { emails } from "../api.ts";
import { formatRecent } from "../format-moment.ts";
import { emailRecords } from "../records.ts";
import { addressOf, nameOf } from "./format-people.ts";
import { openThread } from "./open-thread.ts";

/** The other conversations with the sender, in both directions, newest first. */
export function SenderHistory({ email }: { email: EmailOnWire }) {
  const person = email.status === "received" ? email.sender : (email.recipients[0] ?? email.sender);
  const address = addressOf(person);
  const { data, isError } = useQuery(
    emails.list.query({ text: `from:${address} OR to:${address}`, threads: true, limit: 12 }),
  );
  const others = (data?.items ?? []).filter(({ threadId }) => threadId !== email.threadId);
  return (
    <Stack
      as="aside"
      gap={6}
      surface="card"
      pad="14px 16px"
      margin="20px 0 0"
      aria-label={t`Mail with ${nameOf(person)}`}
    >
      <Text as="h3" size="list">
        {t`Mail with ${nameOf(person)}`}
      </Text>
      {isError ? (
        <Text tone="faint" size="list">
          {t`It cannot be read right now.`}
        </Text>
      ) : !data ? (
        <SkeletonRows count={3} />
      ) : others.length === 0 ? (
        <Text tone="faint" size="list">
          {t`There is no other mail with ${address}.`}
        </Text>
      ) : (
        <Box as="ul" margin="0 -8px">
          {others.map((other) => (
            <li key={other.id}>
              <ListRow
                as="button"
                title={other.subject}
                facts={<time dateTime={other.createdAt}>{formatRecent(other.createdAt)}</time>}
                detail={
                  <Text as="span" size="label" tone="faint" overflow="dots">
                    {other.status === "received" ? other.preview : t`You: ${other.preview}`}
                  </Text>
                }
                onClick={() => {
                  emailRecords.receive([other]);
                  openThread.show(other.id);
                }}
              />
            </li>
          ))}
        </Box>
      )}
    </Stack>
  );
}
