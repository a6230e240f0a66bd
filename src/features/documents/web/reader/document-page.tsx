import { useParams } from "@tanstack/react-router";
import { t } from "#i18n/message.ts";
import { SkeletonText } from "#ui/feedback/skeleton.tsx";
import { laterPart } from "#ui/later-part.tsx";
import { Box } from "#ui/layout/text.tsx";

/** Fetched a second after the list, or with its own address. */
export const DocumentAtAddress = laterPart(
  async () => (await import("./document-at-address.tsx")).DocumentAtAddress,
  <Box pad={24}>
    <SkeletonText count={8} label={t`Loading the document`} />
  </Box>,
);

/** One document at its own address, `/documents/<id>`. */
export function DocumentPage() {
  const { id = "" }: { id?: string } = useParams({ strict: false });
  return <DocumentAtAddress key={id} id={id} />;
}
