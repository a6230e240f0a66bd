/** `FileReader` of the File API, 6.2, as far as the product uses it: the window's own does not read Node's blobs. */
export function installFileReader(): void {
  Object.assign(globalThis, { FileReader: PageFileReader });
}

class PageFileReader {
  result: string | null = null;
  error: unknown = null;
  onload: (() => void) | null = null;
  onerror: (() => void) | null = null;

  readAsDataURL(blob: Blob): void {
    blob.arrayBuffer().then(
      (content) => {
        this.result = `data:${blob.type};base64,${Buffer.from(content).toString("base64")}`;
        this.onload?.();
      },
      (error: unknown) => {
        this.error = error;
        this.onerror?.();
      },
    );
  }
}
