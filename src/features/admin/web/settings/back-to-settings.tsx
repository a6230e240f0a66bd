import { Link } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import styles from "./back-to-settings.module.css";

const SETTINGS: Record<string, string> = { tab: "settings" };

/** From the pages that the Settings tab of /admin leads to. */
export const BackToSettings = () => (
  <Link to="/admin" search={SETTINGS} className={styles.back}>
    <ArrowLeft size={16} strokeWidth={1.75} aria-hidden />
    Administration
  </Link>
);
