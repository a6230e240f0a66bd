/** The help is a site of its own beside the pages, so that it can stay open next to them. */
export const openHelp = () => void window.open("/help", "_blank", "noopener");
