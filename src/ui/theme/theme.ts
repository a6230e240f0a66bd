import { createTheme, type MantineColorsTuple } from "@mantine/core";

/** Colours live in tokens.css; the library only needs the names. */
const accent: MantineColorsTuple = [
  "#eef0ff",
  "#dfe2ff",
  "#c2c8ff",
  "#a3acff",
  "#7c8cff",
  "#6675f2",
  "#4556e4",
  "#3a4ad0",
  "#2f3cae",
  "#252f88",
];

const onFilled = { filled: "var(--on-accent)" } as const;

/** Sizes, radius and colours of library components; the values behind them are CSS variables. */
export const theme = createTheme({
  primaryColor: "accent",
  colors: { accent },
  defaultRadius: "md",
  cursorType: "pointer",
  respectReducedMotion: true,
  activeClassName: "",
  components: {
    Button: {
      defaultProps: { size: "sm" },
      vars: (_theme: unknown, props: { variant?: string; color?: string }) => ({
        root: {
          "--button-height": "var(--control-height)",
          "--button-padding-x": "0.875rem",
          ...((props.variant ?? "filled") === "filled" ? { "--button-color": onFilled.filled } : {}),
        },
      }),
    },
    ActionIcon: { defaultProps: { variant: "subtle", color: "gray", size: 32 } },
    InputWrapper: { defaultProps: { inputWrapperOrder: ["label", "input", "description", "error"] } },
    TextInput: { defaultProps: { size: "sm" } },
    PasswordInput: { defaultProps: { size: "sm" } },
    Textarea: { defaultProps: { size: "sm", autosize: true, minRows: 3 } },
    Select: { defaultProps: { size: "sm", checkIconPosition: "right" } },
    DateInput: { defaultProps: { size: "sm", valueFormat: "MMM DD, YYYY" } },
    NumberInput: { defaultProps: { size: "sm" } },
    TagsInput: { defaultProps: { size: "sm" } },
    Tooltip: { defaultProps: { openDelay: 400, transitionProps: { duration: 120 } } },
  },
});
