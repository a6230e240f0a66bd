import { Button, FileButton } from "@mantine/core";
import { X } from "lucide-react";
import { useEffect } from "react";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import { EXTENSIONS, formatSize } from "../../model.ts";
import styles from "./upload-tray.module.css";
import { cancelUpload, chooseAgain, resumeUploads, retryUpload, type Upload, useUploads } from "./uploads.ts";

/** Files on their way, each with its progress and a way to stop it. */
export function UploadTray() {
  const uploads = useUploads();
  // Nothing is lost where this fails: the next visit asks again.
  useEffect(() => void resumeUploads().catch(() => undefined), []);
  if (uploads.length === 0) return null;
  return (
    <section className={styles.tray} aria-label="Uploads">
      <ul>
        {uploads.map((upload) => (
          <Row key={upload.id} upload={upload} />
        ))}
      </ul>
    </section>
  );
}

function Row({ upload }: { upload: Upload }) {
  const { id, fields, fileName, state, progress } = upload;
  const percent = Math.round(progress * 100);
  const title = fields?.title ?? fileName;
  return (
    <li className={styles.row}>
      <div className={styles.text}>
        <p className={styles.title}>{title}</p>
        <p className={state === "failed" ? styles.reason : styles.state}>{describe(upload, percent)}</p>
        {(state === "sending" || state === "lost") && (
          <progress className={styles.progress} max={100} value={percent} aria-label={`Uploading ${title}`} />
        )}
      </div>
      {state === "lost" && (
        <FileButton accept={EXTENSIONS.join(",")} onChange={(file) => file && void chooseAgain(upload, file)}>
          {(props) => (
            <Button {...props} variant="default" size="xs">
              Choose file
            </Button>
          )}
        </FileButton>
      )}
      {state === "failed" && (
        <Button variant="default" size="xs" onClick={() => retryUpload(id)}>
          Try again
        </Button>
      )}
      <IconButton
        label={state === "failed" ? `Dismiss ${title}` : `Cancel ${title}`}
        icon={X}
        onClick={() => cancelUpload(id)}
      />
    </li>
  );
}

function describe({ state, reason, fileName, fileSize }: Upload, percent: number): string {
  if (state === "failed") return reason ?? "The upload broke off";
  if (state === "waiting") return "Waiting";
  if (state === "lost") return `${percent} % has arrived. Choose '${fileName}' again to go on.`;
  if (reason) return `Paused at ${percent} %: ${reason}. It resumes automatically.`;
  return `${percent} % of ${formatSize(fileSize)}`;
}
