import { useQuery } from "@tanstack/react-query";
import { t } from "#i18n/message.ts";
import { countLabel } from "../../model.ts";
import { documents } from "../api.ts";

const STATS = [
  { label: t`Total Documents`, of: "total" },
  { label: t`Favorites`, of: "favorites" },
  { label: t`Shared`, of: "shared" },
  { label: t`AI Processed`, of: "aiProcessed" },
] as const;

/** The figures of the page; undefined while loading, null if unavailable. */
export function useDocumentStats() {
  const { data, isError } = useQuery(documents.stats.query({}));
  const none = isError ? null : undefined;
  return STATS.map(({ label, of }) => ({ label, of, value: data ? countLabel(data[of]) : none }));
}
