import { createContext, useContext } from "react";

/** What is searched for, so that cards and rows mark it. */
export const SearchText = createContext<string | undefined>(undefined);
export const useSearchText = () => useContext(SearchText);
