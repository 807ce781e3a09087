interface ProgressProps {
  done: number;
  total: number;
  /** What is counted. */
  entries: string;
}

/** The progress of an import or an export. */
export function Progress({ done, total, entries }: ProgressProps) {
  const value = total > 0 ? { value: done, max: total } : {};
  return (
    <p className="grid gap-1 [&>progress]:w-full [&>progress]:h-3 [&>progress]:accent-brand">
      <progress aria-label="Progress" {...value} />
      <span className="field-hint">
        {total > 0 ? `${done.toLocaleString("en-US")} of ${total.toLocaleString("en-US")} ${entries}` : "Waiting…"}
      </span>
    </p>
  );
}
