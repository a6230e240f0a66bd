import { Button } from "@mantine/core";
import { X } from "lucide-react";
import { IconButton } from "#ui/icon-button.tsx";
import { formatSize } from "../model.ts";
import styles from "./upload-tray.module.css";
import { cancelUpload, retryUpload, type Upload, useUploads } from "./uploads.ts";

/** Files on their way, each with its progress and a way to stop it. */
export function UploadTray() {
  const uploads = useUploads();
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
  const { id, file, fields, state, progress, reason } = upload;
  const percent = Math.round(progress * 100);
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <p className={styles.title}>{fields.title}</p>
        <p className={state === "failed" ? styles.reason : styles.state}>
          {state === "failed"
            ? reason
            : state === "waiting"
              ? "Waiting"
              : `${percent} % of ${formatSize(file.size)}`}
        </p>
        {state === "sending" && (
          <progress
            className={styles.progress}
            max={100}
            value={percent}
            aria-label={`Uploading ${fields.title}`}
          />
        )}
      </div>
      {state === "failed" && (
        <Button variant="default" size="xs" onClick={() => retryUpload(id)}>
          Try again
        </Button>
      )}
      <IconButton
        label={state === "failed" ? `Dismiss ${fields.title}` : `Cancel ${fields.title}`}
        icon={X}
        onClick={() => cancelUpload(id)}
      />
    </li>
  );
}
