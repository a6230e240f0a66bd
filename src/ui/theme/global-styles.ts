/** The styles of every document, whatever renders into it. */
import "@fontsource-variable/inter/wght.css";
import "./tokens.css";
import "./base.css";
