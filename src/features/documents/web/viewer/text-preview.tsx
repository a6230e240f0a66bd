import { useQuery } from "@tanstack/react-query";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import { Spinner } from "#ui/feedback/spinner.tsx";
import { ScrollBox } from "#ui/layout/scroll-box.tsx";
import { Text } from "#ui/layout/text.tsx";
import { decodeText } from "../../decode-text.ts";
import styles from "./text-preview.module.css";

/** Bytes shown; the rest can be downloaded. */
const MAX_BYTES = 1024 * 1024;

export function TextPreview({ url, name }: { url: string; name: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ["text of", url],
    queryFn: async ({ signal }) => {
      const answer = await fetch(url, { headers: { range: `bytes=0-${MAX_BYTES - 1}` }, signal });
      if (!answer.ok) throw new Error("The file cannot be read");
      const total = Number(answer.headers.get("content-range")?.split("/")[1] ?? 0);
      return { text: decodeText(new Uint8Array(await answer.arrayBuffer())), isCut: total > MAX_BYTES };
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (error)
    return (
      <ErrorState
        title="The file cannot be shown"
        message="You can still download it."
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <Spinner label="Loading the preview" />;
  return (
    <>
      <ScrollBox className={styles.frame} aria-label={`Content of ${name}`}>
        <pre className={styles.text}>{data.text}</pre>
      </ScrollBox>
      {data.isCut && (
        <Text size="label" tone="faint" margin="8px 0 0">
          Only the first 1.00 MB is shown here.
        </Text>
      )}
    </>
  );
}
