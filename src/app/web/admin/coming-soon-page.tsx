import { Link } from "@tanstack/react-router";
import { ArrowLeft, Construction } from "lucide-react";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { ButtonContent, buttonAttributes } from "#ui/inputs/button.tsx";
import { Page } from "#ui/page.tsx";
import styles from "./coming-soon-page.module.css";

export function ComingSoonPage({ title }: { title: string }) {
  return (
    <Page
      title={title}
      backLink={
        <Link to="/admin" {...buttonAttributes({ variant: "subtle", color: "gray", className: styles.back })}>
          <ButtonContent leftSection={<ArrowLeft size={16} strokeWidth={1.75} aria-hidden />}>
            Back to Admin
          </ButtonContent>
        </Link>
      }
    >
      <EmptyState
        icon={Construction}
        title="Coming Soon"
        message="This admin feature is currently under development and will be available soon."
      />
    </Page>
  );
}
