import { FileSpreadsheet, FileText, type LucideIcon, Presentation, ScrollText } from "lucide-react";
import { extensionOf, FILE_TYPES } from "../../model.ts";
import styles from "./file-icon.module.css";

const ICONS: Record<string, { icon: LucideIcon; tone: string }> = {
  PDF: { icon: FileText, tone: "bad" },
  Word: { icon: FileText, tone: "info" },
  Excel: { icon: FileSpreadsheet, tone: "good" },
  PowerPoint: { icon: Presentation, tone: "warn" },
  Text: { icon: ScrollText, tone: "neutral" },
};

export const typeNameOf = (fileName: string): string => {
  const extension = extensionOf(fileName);
  return extension ? FILE_TYPES[extension].name : "File";
};

export const previewOf = (fileName: string): "pdf" | "text" | null => {
  const extension = extensionOf(fileName);
  return extension ? FILE_TYPES[extension].preview : null;
};

export function FileIcon({ fileName, isSmall }: { fileName: string; isSmall?: boolean }) {
  const { icon: Icon, tone } = ICONS[typeNameOf(fileName)] ?? { icon: FileText, tone: "neutral" };
  return (
    <span className={styles.icon} data-tone={tone} data-small={isSmall || undefined}>
      <Icon size={isSmall ? 16 : 20} strokeWidth={1.75} aria-hidden />
    </span>
  );
}
