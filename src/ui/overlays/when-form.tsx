import { useState } from "react";
import { t } from "#i18n/message.ts";
import { WhenInput } from "../fields/when-input.tsx";
import { Button } from "../inputs/button.tsx";
import { Row } from "../layout/stack.tsx";
import { Box } from "../layout/text.tsx";

type WhenFormProps = {
  verb: string;
  /** yyyy-MM-ddTHH:mm; gives the reason if it cannot be chosen. */
  onWhen(moment: string): string | undefined;
  onDone(): void;
};

/** One line for a day and a time, which takes the focus. */
export function WhenForm({ verb, onWhen, onDone }: WhenFormProps) {
  const [moment, setMoment] = useState("");
  const [fault, setFault] = useState<string>();
  const choose = (chosen: string) => {
    const reason = chosen === "" ? t`Enter a day or a time` : onWhen(chosen);
    setFault(reason);
    if (reason === undefined) onDone();
  };
  return (
    <form
      noValidate
      // The preview of the field is below it.
      style={{ padding: "12px 12px 44px" }}
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        choose(moment);
      }}
    >
      <Row align="start">
        <Box grow>
          <WhenInput
            kind="moment"
            label={t`When`}
            autoFocus
            startsInWords
            error={fault}
            value={moment}
            onChange={(next) => {
              setMoment(next);
              setFault(undefined);
            }}
            onEnter={choose}
          />
        </Box>
        {/* Beside the control, below its label. */}
        <Box margin="24px 0 0">
          <Button type="submit">{verb}</Button>
        </Box>
      </Row>
    </form>
  );
}
