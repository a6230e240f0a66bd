import { type KeyboardEvent, useLayoutEffect, useRef, useState } from "react";
import { t, term } from "#i18n/message.ts";
import { TextInput } from "../fields/text-input.tsx";
import { Button } from "../inputs/button.tsx";
import styles from "../rich-text/format-bar.module.css";
import { isLinkAddress } from "../rich-text/rich-text-schema.ts";

type LinkFieldProps = {
  address: string;
  /** The address, an empty one to take the link away, null to leave everything as it is. */
  onDone(address: string | null): void;
};

/** Asks for the address of a link, in place of the toolbar. */
export function LinkField({ address, onDone }: LinkFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(address);
  const [isInvalid, setInvalid] = useState(false);
  useLayoutEffect(() => input.current?.select(), []);
  const apply = () => {
    const url = withScheme(typed.trim());
    if (url === "" || isLinkAddress(url)) onDone(url);
    else setInvalid(true);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== "Enter" && event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Enter") apply();
    else onDone(null);
  };
  return (
    <fieldset className={styles.bar} aria-label={t`Link`}>
      <TextInput
        ref={input}
        className={styles.address}
        aria-label={t`Address of the link`}
        placeholder="example.org"
        autoComplete="off"
        error={isInvalid && t`This is not an address of a page or a mailbox`}
        value={typed}
        data-takes-escape
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={press}
      />
      <Button variant="default" type="button" onClick={apply}>
        {term("Link", "button that makes a link")}
      </Button>
      {address !== "" && (
        <Button variant="subtle" color="gray" type="button" onClick={() => onDone("")}>
          {t`Remove link`}
        </Button>
      )}
    </fieldset>
  );
}

/** Adds the scheme: 'example.org' is a website, 'anna@example.org' a mail address. */
function withScheme(typed: string): string {
  if (typed === "" || /^[a-z][a-z0-9+.-]*:/i.test(typed)) return typed;
  return /^[^\s@/]+@[^\s@/]+$/.test(typed) ? `mailto:${typed}` : `https://${typed}`;
}
