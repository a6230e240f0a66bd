import { FileSpreadsheet, FileText, type LucideIcon, Presentation, ScrollText } from "lucide-react";
import { t } from "#i18n/message.ts";
import { extensionOf, FILE_TYPES } from "../../model.ts";
import styles from "./file-icon.module.css";

const ICONS: Record<string, { icon: LucideIcon; tone: string }> = {
  PDF: { icon: FileText, tone: "bad" },
  Word: { icon: FileText, tone: "info" },
  Excel: { icon: FileSpreadsheet, tone: "good" },
  PowerPoint: { icon: Presentation, tone: "warn" },
  Text: { icon: ScrollText, tone: "neutral" },
};

/** The name of its type, as FILE_TYPES has it; null where the type is not known. */
export const typeOf = (fileName: string) => {
  const extension = extensionOf(fileName);
  return extension && FILE_TYPES[extension].name;
};

export const typeNameOf = (fileName: string): string => {
  const type = typeOf(fileName);
  return type === "Text" ? t`Text` : (type ?? t`File`);
};

export const previewOf = (fileName: string): "pdf" | "text" | null => {
  const extension = extensionOf(fileName);
  return extension ? FILE_TYPES[extension].preview : null;
};

export function FileIcon({ fileName, isSmall }: { fileName: string; isSmall?: boolean }) {
  const { icon: Icon, tone } = ICONS[typeOf(fileName) ?? ""] ?? { icon: FileText, tone: "neutral" };
  return (
    <span className={styles.icon} data-tone={tone} data-small={isSmall || undefined}>
      <Icon size={isSmall ? 16 : 20} strokeWidth={1.75} aria-hidden />
    </span>
  );
}
