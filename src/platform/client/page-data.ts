/** What the server wrote into the document; a document of the development server has nothing. */
type PageData = {
  /** Nobody is signed in: the page need not ask. */
  isSignedOut?: boolean;
  /** Scripts and styles that the next document needs. */
  files?: readonly string[];
};

export function readPageData(): PageData {
  const text = document.getElementById("page-data")?.textContent;
  return text ? JSON.parse(text) : {};
}
