import { Moon, Sun } from "lucide-react";
import { t } from "#i18n/message.ts";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import { toggleTheme, useTheme } from "#ui/theme/theme-choice.ts";

/** Shows the theme that a click leads to. */
export function ThemeToggle() {
  const theme = useTheme();
  return <IconButton label={t`Toggle theme`} icon={theme === "dark" ? Sun : Moon} onClick={toggleTheme} />;
}

export function ThemeRow({ className }: { className?: string | undefined }) {
  const theme = useTheme();
  const Icon = theme === "dark" ? Sun : Moon;
  return (
    <button type="button" className={className} onClick={toggleTheme}>
      <Icon size={18} strokeWidth={1.75} aria-hidden />
      {theme === "dark" ? t`Light theme` : t`Dark theme`}
    </button>
  );
}
