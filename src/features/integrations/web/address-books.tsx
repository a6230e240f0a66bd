import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { t } from "#i18n/message.ts";
import { Button } from "#ui/inputs/button.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Box, Text } from "#ui/layout/text.tsx";
import { QueryList } from "#ui/lists/query-list.tsx";
import { cardAccounts } from "./api.ts";
import { CardAccountRow } from "./card-account-row.tsx";
import { ConnectCardsDialog } from "./connect-cards-dialog.tsx";
import { NewContactsBook } from "./new-contacts-book.tsx";

/** Address books on CardDAV servers, synced with the contacts. */
export function AddressBooks() {
  const list = useQuery(cardAccounts.list.query({}));
  const [isAdding, setAdding] = useState(false);
  return (
    <Stack as="section" gap={12} margin="32px 0 0" aria-label={t`Address books`}>
      <Row as="header" gap={12} align="end" justify="space-between" wrap>
        <div>
          <Text as="h2" size="section" weight="strong">
            {t`Address books`}
          </Text>
          <Text tone="soft" size="list" overflow="break">
            {t`Sync contacts with CardDAV servers, in both directions.`}
          </Text>
        </div>
        <Button
          variant="default"
          leftSection={<Plus size={16} strokeWidth={1.75} aria-hidden />}
          onClick={() => setAdding(true)}
        >
          {t`CardDAV server`}
        </Button>
      </Row>
      <Box surface="card">
        <QueryList
          query={list}
          failure={t`The address books could not be loaded`}
          rows={1}
          empty={
            <Text tone="soft" size="list" pad="12px 16px">
              {t`No address books connected.`}
            </Text>
          }
        >
          {(account) => <CardAccountRow key={account.id} account={account} />}
        </QueryList>
      </Box>
      {list.data && <NewContactsBook accounts={list.data.items} />}
      {isAdding && <ConnectCardsDialog onClose={() => setAdding(false)} />}
    </Stack>
  );
}
