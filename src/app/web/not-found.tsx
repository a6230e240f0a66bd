import { Link, useLocation } from "@tanstack/react-router";
import { Compass } from "lucide-react";
import { useEffect } from "react";
import { t } from "#i18n/message.ts";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { ButtonContent, buttonAttributes } from "#ui/inputs/button.tsx";
import { useDocumentTitle } from "#ui/page.tsx";

/** Also shown to people without access, so that nothing reveals that the page exists. */
export function NotFound() {
  const { pathname } = useLocation();
  useDocumentTitle(t`Page not found`);
  useEffect(() => {
    console.error(`404: there is no page at ${pathname}`);
  }, [pathname]);
  return (
    <>
      <h1 className="visually-hidden">404</h1>
      <EmptyState
        icon={Compass}
        title={t`Oops! Page not found`}
        message={t`The address may be mistyped, or the page has moved.`}
        action={
          <Link to="/" {...buttonAttributes({ variant: "default" })}>
            <ButtonContent>{t`Return to Home`}</ButtonContent>
          </Link>
        }
      />
    </>
  );
}
