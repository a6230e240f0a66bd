import { X } from "lucide-react";
import { useEffect } from "react";
import { t } from "#i18n/message.ts";
import { FileButton } from "#ui/fields/file-input.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import { Row } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { EXTENSIONS, formatSize } from "../../model.ts";
import styles from "./upload-tray.module.css";
import { cancelUpload, chooseAgain, resumeUploads, retryUpload, type Upload, useUploads } from "./uploads.ts";

/** Current uploads, each with its progress and a cancel button. */
export function UploadTray() {
  const uploads = useUploads();
  // Nothing is lost where this fails: the next visit asks again.
  useEffect(() => void resumeUploads().catch(() => undefined), []);
  if (uploads.length === 0) return null;
  return (
    <section className={styles.tray} aria-label={t`Uploads`}>
      <ul>
        {uploads.map((upload) => (
          <UploadRow key={upload.id} upload={upload} />
        ))}
      </ul>
    </section>
  );
}

function UploadRow({ upload }: { upload: Upload }) {
  const { id, fields, fileName, state, progress } = upload;
  const percent = Math.round(progress * 100);
  const title = fields?.title ?? fileName;
  return (
    <Row as="li" gap={10} pad="10px 8px 10px 14px" lined>
      <Text as="div" grow>
        <Text size="list" weight="medium" overflow="dots">
          {title}
        </Text>
        <p className={state === "failed" ? styles.reason : styles.state}>{describe(upload, percent)}</p>
        {(state === "sending" || state === "lost") && (
          <progress
            className={styles.progress}
            max={100}
            value={percent}
            aria-label={t`Uploading ${title}`}
          />
        )}
      </Text>
      {state === "lost" && (
        <FileButton
          variant="default"
          size="xs"
          accept={EXTENSIONS.join(",")}
          onChange={(file) => void chooseAgain(upload, file)}
        >
          {t`Choose file`}
        </FileButton>
      )}
      {state === "failed" && (
        <Button variant="default" size="xs" onClick={() => retryUpload(id)}>
          {t`Try again`}
        </Button>
      )}
      <IconButton
        label={state === "failed" ? t`Dismiss ${title}` : t`Cancel ${title}`}
        icon={X}
        onClick={() => cancelUpload(id)}
      />
    </Row>
  );
}

function describe({ state, reason, fileName, fileSize }: Upload, percent: number): string {
  if (state === "failed") return reason ?? t`The upload broke off`;
  if (state === "waiting") return t`Waiting`;
  if (state === "lost") return t`${percent} % has arrived. Choose '${fileName}' again to go on.`;
  if (reason) return t`Paused at ${percent} %: ${reason}. It resumes automatically.`;
  return t`${percent} % of ${formatSize(fileSize)}`;
}
