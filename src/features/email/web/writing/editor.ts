type Editor = Pick<typeof import("#ui/rich-text/rich-text-editor.tsx"), "RichTextEditor"> &
  Pick<typeof import("#ui/rich-text/write-rich-text.ts"), "htmlOfText">;

let editor: Editor | null = null;

/** Loaded once, when formatting is requested. */
export async function loadEditor(): Promise<Editor> {
  if (editor) return editor;
  const [{ RichTextEditor }, { htmlOfText }] = await Promise.all([
    import("#ui/rich-text/rich-text-editor.tsx"),
    import("#ui/rich-text/write-rich-text.ts"),
  ]);
  editor ??= { RichTextEditor, htmlOfText };
  return editor;
}

export const loadedEditor = (): Editor | null => editor;

const KEY = "mail writing";

/** The mode last chosen in this browser; null if none was. */
export function storedEditorMode(): "plain" | "formatted" | null {
  try {
    const stored = localStorage.getItem(KEY);
    return stored === "plain" || stored === "formatted" ? stored : null;
  } catch {
    // Where storage is forbidden nothing was remembered.
    return null;
  }
}

export function storeEditorMode(mode: "plain" | "formatted"): void {
  try {
    localStorage.setItem(KEY, mode);
  } catch {
    // Where storage is forbidden the choice lasts as long as the composer.
  }
}
