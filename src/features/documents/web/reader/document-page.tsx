import { useParams } from "@tanstack/react-router";
import { t } from "#i18n/message.ts";
import { Spinner } from "#ui/feedback/spinner.tsx";
import { laterPart } from "#ui/later-part.tsx";

/** Fetched a second after the list, or with its own address. */
export const DocumentAtAddress = laterPart(
  async () => (await import("./document-at-address.tsx")).DocumentAtAddress,
  <Spinner label={t`Loading the document`} />,
);

/** One document at its own address, `/documents/<id>`. */
export function DocumentPage() {
  const { id = "" }: { id?: string } = useParams({ strict: false });
  return <DocumentAtAddress key={id} id={id} />;
}
