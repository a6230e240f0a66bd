import {
  type ClipboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from "react";
import { t } from "#i18n/message.ts";
import { Textarea } from "#ui/fields/textarea.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { Text } from "#ui/layout/text.tsx";
import { type Format, FormatBar } from "#ui/rich-text/format-bar.tsx";
import type { RichTextStart } from "#ui/rich-text/rich-text-editor.tsx";
import type { RichText } from "#ui/rich-text/write-rich-text.ts";
import { MAX_BODY } from "../../model.ts";
import { loadEditor, loadedEditor, storedEditorMode, storeEditorMode } from "./editor.ts";
import styles from "./message-field.module.css";

type MessageFieldProps = {
  value: RichText;
  /** The field has the focus when the composer opens. */
  isFirst: boolean;
  /** Its label is for screen readers only, and it grows with its words. */
  isBare?: boolean;
  error?: string | undefined;
  onChange(value: RichText): void;
  /** Further buttons in the bar. */
  children?: ReactNode;
};

const NO_FORMATS: ReadonlySet<Format> = new Set();
const KEYS: Record<string, Format> = { b: "bold", i: "italic", u: "underline", k: "link" };

const LABELLED = { withAsterisk: true, label: t`Message`, autosize: false, rows: 10 } as const;
const BARE = {
  "aria-label": t`Message`,
  "aria-required": true,
  autosize: true,
  rows: 5,
  maxRows: 18,
} as const;

/** In a form, which Ctrl+Enter submits. Plain text until formatting is requested by a button, a key or a paste; the editor is loaded then. */
export function MessageField({ value, isFirst, isBare, error, onChange, children }: MessageFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const submit = () => place.current?.closest("form")?.requestSubmit();
  const { isFormatted, start, choose, switchToPlain, onPaste } = useFormatting(value, field, onChange);
  const Editor = isFormatted ? loadedEditor()?.RichTextEditor : undefined;
  if (Editor)
    return (
      <div ref={place} className={styles.field}>
        {!isBare && <MessageLabel />}
        <Editor
          label={t`Message`}
          isRequired
          isFirst={isFirst}
          isInvalid={error !== undefined}
          value={value}
          start={start}
          onChange={onChange}
          onSubmit={submit}
        >
          {children}
          <Button variant="subtle" color="gray" size="compact-sm" onClick={switchToPlain}>
            {t`Plain text`}
          </Button>
        </Editor>
        {error && <EditorError>{error}</EditorError>}
      </div>
    );
  return (
    <div ref={place} className={styles.field}>
      <Textarea
        ref={field}
        {...(isFirst && { "data-autofocus": true })}
        {...(isBare ? BARE : LABELLED)}
        maxLength={MAX_BODY}
        error={error}
        readOnly={value.html !== null}
        value={value.text}
        onChange={({ target }) => onChange({ text: target.value, html: null })}
        onPaste={onPaste}
        onKeyDown={(event) => {
          if (!event.ctrlKey && !event.metaKey) return;
          const shortcutFormat = KEYS[event.key.toLowerCase()];
          if (event.key === "Enter") submit();
          if (!shortcutFormat || event.shiftKey || event.altKey) return;
          event.preventDefault();
          choose({ format: shortcutFormat });
        }}
      />
      <FormatBar
        active={NO_FORMATS}
        onNear={() => void loadEditor()}
        onFormat={(chosenFormat) => choose({ format: chosenFormat })}
      >
        {children}
      </FormatBar>
    </div>
  );
}

/** Whether the message has looks, and the ways from one to the other. */
function useFormatting(
  value: RichText,
  field: RefObject<HTMLTextAreaElement | null>,
  onChange: (value: RichText) => void,
) {
  const startsFormatted = value.html !== null || storedEditorMode() === "formatted";
  const [isFormatted, setFormatted] = useState(startsFormatted && loadedEditor() !== null);
  const [start, setStart] = useState<RichTextStart | null>(null);

  const format = async (options: Partial<RichTextStart>) => {
    await loadEditor();
    const { selectionStart: from = 0, selectionEnd: to = 0 } = field.current ?? {};
    const hasFocus = document.activeElement === field.current || Object.keys(options).length > 0;
    setStart(hasFocus ? { from, to, ...options } : null);
    setFormatted(true);
  };
  const choose = (options: Partial<RichTextStart>) => {
    storeEditorMode("formatted");
    void format(options);
  };
  const switchToPlain = () => {
    storeEditorMode("plain");
    onChange({ text: value.text, html: null });
    setFormatted(false);
  };
  const formatAtStart = useEffectEvent(() => {
    if (startsFormatted && !isFormatted) void format({});
  });
  useEffect(() => formatAtStart(), []);
  const onPaste = (event: ClipboardEvent) => {
    const paste = event.clipboardData.getData("text/html");
    if (storedEditorMode() === "plain" || !hasFormatting(paste)) return;
    event.preventDefault();
    void format({ paste });
  };
  return { isFormatted, start, choose, switchToPlain, onPaste };
}

/** The label of the plain field, repeated: an editable element has no label of its own. */
const MessageLabel = () => (
  <div className={styles.label} aria-hidden>
    {t`Message`}{" "}
    <Text as="span" tone="bad">
      *
    </Text>
  </div>
);

const EditorError = ({ children }: { children: string }) => (
  <Text tone="bad" size="label" role="alert">
    {children}
  </Text>
);

/** Formatted text, which needs the editor. */
const hasFormatting = (html: string): boolean =>
  /<(b|strong|i|em|u|s|ul|ol|blockquote|a|h[1-6])[\s>]/i.test(html);
