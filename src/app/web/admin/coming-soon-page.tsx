import { Link } from "@tanstack/react-router";
import { ArrowLeft, Construction } from "lucide-react";
import { Subject } from "#features/admin/web/announced/subjects.tsx";
import { t } from "#i18n/message.ts";
import { ButtonContent, buttonAttributes } from "#ui/inputs/button.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { Page } from "#ui/page.tsx";
import styles from "./coming-soon-page.module.css";

/** An announced page: what the specification says of it, and then what exists on its subject. */
export function ComingSoonPage({ title, path }: { title: string; path: string }) {
  return (
    <Page
      title={title}
      backLink={
        <Link to="/admin" {...buttonAttributes({ variant: "subtle", color: "gray", className: styles.back })}>
          <ButtonContent leftSection={<ArrowLeft size={16} strokeWidth={1.75} aria-hidden />}>
            {t`Back to Admin`}
          </ButtonContent>
        </Link>
      }
    >
      <Stack>
        <Row gap={12} align="start" pad="14px 16px" surface="card">
          <Construction size={18} strokeWidth={1.75} className={styles.icon} aria-hidden />
          <div>
            <Text weight="medium">{t`Coming Soon`}</Text>
            <Text size="list" tone="soft" textWrap="pretty">
              {t`This admin feature is currently under development and will be available soon.`}
            </Text>
          </div>
        </Row>
        <Subject path={path} />
      </Stack>
    </Page>
  );
}
