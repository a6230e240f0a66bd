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

/** The picture of a kind of record, in answers of the assistant as in the palette. */
export const iconOfRecord = (kind: string): LucideIcon => ICONS[kind] ?? SquareArrowOutUpRight;
