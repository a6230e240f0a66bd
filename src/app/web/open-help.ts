/** The help is a separate site in its own tab, so that it can stay open next to the product. */
export const openHelp = () => void window.open("/help", "_blank", "noopener");
