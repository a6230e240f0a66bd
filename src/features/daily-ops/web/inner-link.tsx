import { useNavigate } from "@tanstack/react-router";
import type { MouseEvent, ReactNode } from "react";

type InnerLinkProps = { href: string; className?: string | undefined; children: ReactNode };

/** A link inside the product, whose address may contain a query; opening in a new tab works. */
export function InnerLink({ href, className, children }: InnerLinkProps) {
  const navigate = useNavigate();
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    void navigate({ href });
  };
  return (
    <a href={href} className={className} onClick={follow}>
      {children}
    </a>
  );
}
