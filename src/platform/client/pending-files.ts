const DATABASE = "adjutant-files";
const STORE = "files";

/** Stores files in this browser until they are uploaded, so that a reload loses none; deleted at sign-out. */
export const savePendingFile = (id: string, file: File): Promise<void> =>
  inStore("readwrite", (store) => store.put(file, id)).then(() => undefined, ignored);

/** Null if it is not stored, or the browser stores nothing. */
export const getPendingFile = (id: string): Promise<File | null> =>
  inStore("readonly", (store) => store.get(id)).then(
    (found) => (found instanceof File ? found : null),
    () => null,
  );

export const deletePendingFile = (id: string): Promise<void> =>
  inStore("readwrite", (store) => store.delete(id)).then(() => undefined, ignored);

export const clearPendingFiles = (): Promise<void> =>
  inStore("readwrite", (store) => store.clear()).then(() => undefined, ignored);

/** Private windows and full disks store nothing: the file must then be chosen again. */
const ignored = () => undefined;

function inStore(
  mode: IDBTransactionMode,
  startRequest: (store: IDBObjectStore) => { readonly result: unknown },
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(DATABASE, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const database = opening.result;
      const transaction = database.transaction(STORE, mode);
      const asked = startRequest(transaction.objectStore(STORE));
      transaction.oncomplete = () => {
        database.close();
        resolve(asked.result);
      };
      transaction.onabort = () => reject(transaction.error);
    };
  });
}
