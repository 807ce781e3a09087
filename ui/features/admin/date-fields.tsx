import { type ChangeEvent, type ComponentProps, useState } from "react";
import { Field } from "../../shared/form/fields.tsx";
import { useSite } from "../../shared/site.ts";
import { instant, isWhole, unfinished, wallClock } from "./zoned.ts";

interface DateFieldProps extends Pick<ComponentProps<typeof Field>, "name" | "label" | "hint" | "error"> {
  value: string;
  /** Called with the value; incomplete dates are passed as typed. */
  onChange: (value: string) => void;
}

/** A date. */
export function DayField({ value, onChange, ...props }: DateFieldProps) {
  const typing = useTyping(value, onChange);
  return <Field {...props} type="date" max="9999-12-31" {...typing} />;
}

/** A date and time in the site's time zone. */
export function TimeField({ value, onChange, hint, ...props }: DateFieldProps) {
  const { timezone } = useSite();
  const [skipped, setSkipped] = useState(false);
  const typing = useTyping(wallClock(value, timezone), (wall) => {
    const at = instant(wall, timezone);
    setSkipped(isWhole(wall) && wallClock(at, timezone) !== wall);
    onChange(at);
  });
  const clock = `${timezone.replace(/^.*\//, "").replaceAll("_", " ")} time.`;
  const moved = skipped && "Clocks skip that time when daylight saving time starts, so we moved it an hour later.";
  return (
    <Field
      {...props}
      hint={[moved, clock, hint].filter(Boolean).join(" ")}
      type="datetime-local"
      max="9999-12-31T23:59"
      {...typing}
    />
  );
}

/** Keeps what is being typed in a date field, even if the form's value changes. */
export function useTyping(value: string, onChange: (value: string) => void) {
  const [typed, setTyped] = useState<string | null>(null);
  return {
    value: typed ?? (value === unfinished ? "" : value),
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
      setTyped(currentTarget.value);
      onChange(currentTarget.validity.badInput ? unfinished : currentTarget.value);
    },
    onBlur: () => setTyped(null),
  };
}
