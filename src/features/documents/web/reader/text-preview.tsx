import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { t } from "#i18n/message.ts";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import { Spinner } from "#ui/feedback/spinner.tsx";
import { shownText } from "#ui/find/searchable-text.ts";
import { ScrollBox } from "#ui/layout/scroll-box.tsx";
import { Text } from "#ui/layout/text.tsx";
import { decodeText } from "../../decode-text.ts";
import { CONTENT, type OnText } from "./content.ts";
import styles from "./text-preview.module.css";

/** Bytes shown; the rest can be downloaded. */
const MAX_BYTES = 1024 * 1024;

type TextPreviewProps = { url: string; name: string; onText: OnText };

export function TextPreview({ url, name, onText }: TextPreviewProps) {
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
        title={t`The file cannot be shown`}
        message={t`You can still download it.`}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <Spinner label={t`Loading the preview`} />;
  return <ShownText key={url} text={data.text} isCut={data.isCut} name={name} onText={onText} />;
}

type ShownTextProps = { text: string; isCut: boolean; name: string; onText: OnText };

function ShownText({ text, isCut, name, onText }: ShownTextProps) {
  const box = useRef<HTMLElement>(null);
  const words = useRef<HTMLPreElement>(null);
  useEffect(() => {
    if (words.current && box.current) onText(shownText(words.current, box.current));
    return () => onText(null);
  }, [onText]);
  return (
    <div className={styles.paper}>
      <ScrollBox ref={box} id={CONTENT} className={styles.frame} aria-label={t`Content of ${name}`}>
        <pre ref={words} className={styles.text}>
          {text}
        </pre>
      </ScrollBox>
      {isCut && (
        <Text size="label" tone="faint" pad="8px 16px">
          {t`Only the first 1.00 MB is shown here.`}
        </Text>
      )}
    </div>
  );
}
