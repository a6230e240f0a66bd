import { Button } from "@mantine/core";
import { LayoutTemplate, Pencil, Plus, Trash2 } from "lucide-react";
import { useEffect } from "react";
import { useRecord, useRecordList } from "#platform/client/use-records.ts";
import { Badge } from "#ui/display/badge.tsx";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import { SkeletonCards } from "#ui/feedback/skeleton.tsx";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import { toast } from "#ui/overlays/toast.ts";
import { openTemplate } from "../open-dialog.ts";
import { allTemplates, templateRecords } from "../records.ts";
import { deleteTemplate, writeFromTemplate } from "./template-actions.ts";
import styles from "./templates-panel.module.css";

export function TemplatesPanel({ onTrash }: { onTrash(): void }) {
  return (
    <section aria-labelledby="templates" className={styles.panel}>
      <header className={styles.top}>
        <h2 id="templates" className={styles.heading}>
          Email Templates
        </h2>
        <Button
          variant="subtle"
          color="gray"
          leftSection={<Trash2 size={16} strokeWidth={1.75} aria-hidden />}
          onClick={onTrash}
        >
          Trash
        </Button>
      </header>
      <Templates />
    </section>
  );
}

function Templates() {
  const list = useRecordList(templateRecords, allTemplates.key, allTemplates.source);
  const { ids, phase, hasMore, more } = list;
  const hasFailed = phase === "failed";
  useEffect(() => {
    if (hasFailed) toast.failure("Failed to fetch templates: they cannot be read right now");
  }, [hasFailed]);
  if (ids.length === 0 && phase === "loading") return <SkeletonCards count={3} label="Loading templates" />;
  if (ids.length === 0 && hasFailed)
    return <ErrorState title="Failed to fetch templates" onRetry={() => void more()} />;
  if (ids.length === 0)
    return (
      <EmptyState
        icon={LayoutTemplate}
        title="No templates found"
        message="Save text that you often send as a template."
        action={
          <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => openTemplate(null)}>
            Create Template
          </Button>
        }
      />
    );
  return (
    <>
      <ul className={styles.grid}>
        {ids.map((id) => (
          <TemplateCard key={id} id={id} />
        ))}
      </ul>
      {hasMore && (
        <Button className={styles.more} variant="default" onClick={() => void more()}>
          Show more templates
        </Button>
      )}
    </>
  );
}

function TemplateCard({ id }: { id: string }) {
  const template = useRecord(templateRecords, id);
  if (!template) return null;
  const { name, category, subject, body, usageCount } = template;
  return (
    <li className={styles.card} aria-label={name}>
      <header className={styles.head}>
        <h3 className={styles.name}>{name}</h3>
        {category && <Badge>{category}</Badge>}
        <span className={styles.acts}>
          <IconButton label={`Edit '${name}'`} icon={Pencil} onClick={() => openTemplate(template)} />
          <IconButton
            label={`Delete '${name}'`}
            icon={Trash2}
            onClick={() => void deleteTemplate(template)}
          />
        </span>
      </header>
      <p className={styles.subject}>{subject}</p>
      <p className={styles.body}>{body}</p>
      <footer className={styles.foot}>
        <span className={styles.used}>Used {usageCount} times</span>
        <Button variant="default" size="compact-md" onClick={() => void writeFromTemplate(template)}>
          Use Template
        </Button>
      </footer>
    </li>
  );
}
