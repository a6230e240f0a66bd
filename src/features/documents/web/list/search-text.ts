import { createContext, useContext } from "react";

/** The search text, which cards and rows highlight. */
export const SearchText = createContext<string | undefined>(undefined);
export const useSearchText = () => useContext(SearchText);
