import { Link, useNavigate } from "@tanstack/react-router";
import { Menu as MenuIcon, Settings, Sparkles } from "lucide-react";
import { t } from "#i18n/message.ts";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import { Row } from "#ui/layout/stack.tsx";
import styles from "./header.module.css";
import { Logo } from "./logo.tsx";
import { NotificationsButton } from "./notifications-button.tsx";
import { SearchBox } from "./search-box.tsx";
import { ThemeToggle } from "./theme-toggle.tsx";
import { UserMenu } from "./user-menu.tsx";

type HeaderProps = {
  appName: string;
  onOpenDrawer(): void;
  onSearch(text: string): void;
  onAssistant(): void;
};

export function Header({ appName, onOpenDrawer, onSearch, onAssistant }: HeaderProps) {
  const navigate = useNavigate();
  return (
    <header className={styles.header}>
      <Row gap={4} className={styles.start}>
        <IconButton className={styles.burger} label={t`Open menu`} icon={MenuIcon} onClick={onOpenDrawer} />
        <Link to="/" className={styles.brand} aria-label={t`${appName}, to the dashboard`}>
          <Logo size="1.5rem" />
          <span className={styles.name}>{appName}</span>
        </Link>
      </Row>
      <SearchBox onSearch={onSearch} />
      <Row gap={4} className={styles.end}>
        {/* Where the sidebar is in the drawer. */}
        <IconButton
          className={styles.assistant}
          label={t`Ask the assistant`}
          icon={Sparkles}
          onClick={onAssistant}
        />
        <NotificationsButton />
        <span className={styles.onDesktop}>
          <ThemeToggle />
        </span>
        <span className={styles.onDesktop}>
          <IconButton
            label={t`Settings`}
            icon={Settings}
            onClick={() => void navigate({ to: "/settings" })}
          />
        </span>
        <UserMenu />
      </Row>
    </header>
  );
}
