import {
  Calendar,
  CheckSquare,
  FileText,
  FolderKanban,
  type LucideIcon,
  Mail,
  MessageSquare,
  SquareArrowOutUpRight,
  User,
  Users,
  Vote,
} from "lucide-react";
import { t } from "#i18n/message.ts";

const ICONS: Record<string, LucideIcon> = {
  task: CheckSquare,
  project: FolderKanban,
  event: Calendar,
  email: Mail,
  template: Mail,
  document: FileText,
  contact: User,
  conversation: MessageSquare,
  message: MessageSquare,
  workspace: Users,
  decision: Vote,
};

const KINDS: Record<string, string> = {
  task: t`task`,
  project: t`project`,
  event: t`event`,
  email: t`email`,
  template: t`template`,
  document: t`document`,
  contact: t`contact`,
  conversation: t`conversation`,
  message: t`message`,
  workspace: t`workspace`,
  decision: t`decision`,
};

/** The picture of a kind of record, in answers of the assistant as in the palette. */
export const iconOfRecord = (kind: string): LucideIcon => ICONS[kind] ?? SquareArrowOutUpRight;

export const kindOfRecord = (kind: string): string => KINDS[kind] ?? kind;
