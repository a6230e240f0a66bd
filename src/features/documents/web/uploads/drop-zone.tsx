import { Upload } from "lucide-react";
import { useEffect, useState } from "react";
import { t } from "#i18n/message.ts";
import { Row } from "#ui/layout/stack.tsx";
import { showDialog } from "../open-dialog.ts";
import styles from "./drop-zone.module.css";

/** The whole page takes files that are dropped onto it, and says so while they hover. */
export function DropZone() {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    let depth = 0;
    const holdsFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes("Files") ?? false;
    const enter = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      depth += 1;
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      depth = Math.max(0, depth - 1);
      setOver(depth > 0);
    };
    const over = (event: DragEvent) => {
      if (holdsFiles(event)) event.preventDefault();
    };
    const drop = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      depth = 0;
      setOver(false);
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length > 0) showDialog({ kind: "upload", files });
    };
    const listeners = { dragenter: enter, dragleave: leave, dragover: over, drop };
    for (const [name, listener] of Object.entries(listeners))
      window.addEventListener(name, listener as EventListener);
    return () => {
      for (const [name, listener] of Object.entries(listeners))
        window.removeEventListener(name, listener as EventListener);
    };
  }, []);
  if (!isOver) return null;
  return (
    <div className={styles.veil} aria-hidden>
      <Row as="p" gap={12} pad="16px 24px" weight="medium" className={styles.text}>
        <Upload size="1.375rem" strokeWidth={1.75} aria-hidden />
        {t`Drop files to upload them`}
      </Row>
    </div>
  );
}
