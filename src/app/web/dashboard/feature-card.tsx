import { Link } from "@tanstack/react-router";
import { ArrowRight } from "lucide-react";
import { Badge, type Tone } from "#ui/display/badge.tsx";
import { Figure } from "#ui/display/figure.tsx";
import type { DashboardFigures } from "../api.ts";
import styles from "./feature-card.module.css";
import type { Feature } from "./features.ts";
import { FigureTrace } from "./figure-trace.tsx";

const STATUS: Record<Feature["status"], { word: string; tone: Tone }> = {
  online: { word: "Online", tone: "good" },
  offline: { word: "Offline", tone: "bad" },
  pending: { word: "Pending", tone: "warn" },
};
/** Milliseconds between one card and the next. */
const STAGGER = 100;

type FeatureCardProps = { feature: Feature; figures: DashboardFigures | null | undefined; index: number };

export function FeatureCard({ feature, figures, index }: FeatureCardProps) {
  const { title, description, icon: Icon, status, href, action, label, value, figure } = feature;
  const { word, tone } = STATUS[status];
  return (
    <li className={styles.card} style={{ animationDelay: `${index * STAGGER}ms` }}>
      <div className={styles.top}>
        <span className={styles.icon}>
          <Icon size={18} strokeWidth={1.75} aria-hidden />
        </span>
        <Badge tone={tone} dot plain>
          {word}
        </Badge>
      </div>
      <h3 className={styles.title}>{title}</h3>
      <p className={styles.description}>{description}</p>
      <p className={styles.figure}>
        <span className={styles.value}>
          <Figure
            value={figures && value(figures.cards)}
            name={`${title}: ${label}`}
            definition={figure && figures && <FigureTrace figure={figure} figures={figures} />}
          />
        </span>
        <span className={styles.label}>{label}</span>
      </p>
      <Link to={href} className={styles.action}>
        {action}
        <ArrowRight size={14} strokeWidth={1.75} aria-hidden />
      </Link>
    </li>
  );
}
