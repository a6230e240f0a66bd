import { FileText, Share2, Sparkles, Star } from "lucide-react";
import { StatCard } from "#ui/display/stat-card.tsx";
import { useDocumentStats } from "./use-document-stats.ts";

const ICONS = { total: FileText, favorites: Star, shared: Share2, aiProcessed: Sparkles } as const;

export const StatCards = () =>
  useDocumentStats().map(({ label, of, value }) => (
    <StatCard key={label} label={label} icon={ICONS[of]} value={value} />
  ));
