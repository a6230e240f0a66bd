import { Link } from "@tanstack/react-router";
import { ArrowRight } from "lucide-react";
import { t } from "#i18n/message.ts";
import { Badge, type Tone } from "#ui/display/badge.tsx";
import { Figure } from "#ui/display/figure.tsx";
import { Row } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import type { DashboardFigures } from "../api.ts";
import styles from "./feature-card.module.css";
import type { Feature } from "./features.ts";
import { FigureTrace } from "./figure-trace.tsx";

const STATUS: Record<Feature["status"], { word: string; tone: Tone }> = {
  online: { word: t`Online`, tone: "good" },
  offline: { word: t`Offline`, tone: "bad" },
  pending: { word: t`Pending`, tone: "warn" },
};
/** Milliseconds between one card and the next. */
const STAGGER = 100;

type FeatureCardProps = { feature: Feature; figures: DashboardFigures | null | undefined; index: number };

export function FeatureCard({ feature, figures, index }: FeatureCardProps) {
  const { title, description, icon: Icon, status, href, action, label, value, figure } = feature;
  const { word, tone } = STATUS[status];
  return (
    <li className={styles.card} style={{ animationDelay: `${index * STAGGER}ms` }}>
      <Row gap={8}>
        <span className={styles.icon}>
          <Icon size={18} strokeWidth={1.75} aria-hidden />
        </span>
        <Text as="h3" size="list" overflow="dots" grow>
          {title}
        </Text>
        <span title={word}>
          <Badge tone={tone} dot plain>
            <span className="visually-hidden">{word}</span>
          </Badge>
        </span>
      </Row>
      <Text tone="soft" size="label" textWrap="pretty" grow margin="2px 0 0">
        {description}
      </Text>
      <div className={styles.figure}>
        <div className={styles.value}>
          <Figure
            value={figures && value(figures.cards)}
            name={`${title}: ${label}`}
            definition={figure && figures && <FigureTrace figure={figure} figures={figures} />}
          />
        </div>
        <Text as="span" tone="soft" size="label">
          {label}
        </Text>
      </div>
      <Link to={href} className={styles.action}>
        {action}
        <ArrowRight size={14} strokeWidth={1.75} aria-hidden />
      </Link>
    </li>
  );
}
