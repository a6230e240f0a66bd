import { useQuery } from "@tanstack/react-query";
import { CloudOff, CloudUpload, GitMerge } from "lucide-react";
import { useState } from "react";
import { t } from "#i18n/message.ts";
import { BusyButton } from "#ui/inputs/busy-button.tsx";
import { Grid, Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { toast } from "#ui/overlays/toast.ts";
import type { ContactOnWire } from "../model.ts";
import { contactCards } from "./api.ts";
import { contactRecords } from "./public/contact-records.ts";

/** Where a contact and its card on a CardDAV server differ. */
export function CardStateNotice({ contact }: { contact: ContactOnWire }) {
  const { cardState } = contact;
  if (cardState === "conflict") return <CardConflict contact={contact} />;
  if (cardState === "pending")
    return (
      <Row as="p" size="list" tone="soft" margin="0 0 16px">
        <CloudUpload size={16} strokeWidth={1.75} aria-hidden />
        {t`The latest changes wait for the next sync with the CardDAV server.`}
      </Row>
    );
  if (cardState !== "refused") return null;
  return (
    <Row as="p" size="list" tone="warn" margin="0 0 16px">
      <CloudOff size={16} strokeWidth={1.75} aria-hidden />
      {t`The address book on the server does not accept changes of this contact. They are saved only here.`}
    </Row>
  );
}

/** Both versions of each field, until the person decides. */
function CardConflict({ contact: { id } }: { contact: ContactOnWire }) {
  const { data, isError } = useQuery({ ...contactCards.conflict.query({ id }), retry: false });
  const [isBusy, setBusy] = useState(false);
  const resolve = async (choose: "local" | "server") => {
    setBusy(true);
    try {
      contactRecords.receive([await contactCards.resolveConflict.call({ id, choose })]);
      toast.success(
        choose === "local"
          ? t`Your version will be sent to the server`
          : t`The server's version is saved here`,
      );
    } catch (error) {
      toast.failure(
        t`Failed to resolve the conflict`,
        error instanceof Error ? error.message : String(error),
      );
    }
    setBusy(false);
  };
  return (
    <Stack as="section" gap={8} surface="warn" pad="12px 14px" size="list" margin="0 0 16px" role="alert">
      <Row as="h3">
        <GitMerge size={18} strokeWidth={1.75} aria-hidden />
        {t`This contact was changed here and on the server`}
      </Row>
      {isError && <Text tone="soft">{t`The server's version could not be loaded.`}</Text>}
      {data?.fields.map(({ label, local, server }) => (
        <Grid as="dl" key={label} columns="14rem" gap={8}>
          <Version term={t`${label} here`} value={local} />
          <Version term={t`${label} on the server`} value={server} />
        </Grid>
      ))}
      <Row wrap>
        <BusyButton variant="default" isBusy={isBusy} onClick={() => void resolve("local")}>
          {t`Keep my version`}
        </BusyButton>
        <BusyButton variant="default" isBusy={isBusy} onClick={() => void resolve("server")}>
          {t`Use the server's version`}
        </BusyButton>
      </Row>
    </Stack>
  );
}

const Version = ({ term, value }: { term: string; value: string }) => (
  <div>
    <Text as="dt" tone="soft">
      {term}
    </Text>
    <Text as="dd" weight="medium" overflow="break">
      {value || t`Empty`}
    </Text>
  </div>
);
