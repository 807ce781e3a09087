import type { ComponentProps, ReactNode } from "react";

/** The look of a note. */
export const noteLook = "mb-4 border-l-3 border-gold bg-sunken px-4 py-2.5 text-pretty in-data-editor:col-span-full";

/** A note. */
export function Note({ className = "", ...props }: ComponentProps<"div">) {
  return <div {...props} className={`${noteLook} ${className}`} />;
}

/** The title of a section. */
export function Subheading({
  as: Heading = "h2",
  className = "",
  ...props
}: ComponentProps<"h2"> & { as?: "h2" | "h3" | "legend" }) {
  return <Heading {...(props as object)} className={`font-ui text-base font-semibold tracking-[0] ${className}`} />;
}

/** A title with actions for its section. */
export function SectionHead({ children }: { children: ReactNode }) {
  return <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">{children}</div>;
}

/** A message instead of a screen, with what to do next. */
export function Message({
  title,
  children,
  act,
  ...props
}: ComponentProps<"div"> & { title: string; act?: ReactNode }) {
  return (
    <div {...props} className="mx-auto mt-[clamp(2rem,10vh,6rem)] mb-0 max-w-160">
      <h1 className="title">{title}</h1>
      {children}
      {act && <p className="mt-8">{act}</p>}
    </div>
  );
}

/** The title of a screen. */
export function ScreenTitle({ children }: { children: ReactNode }) {
  return <h1 className="mb-5 text-heading leading-[1.15]">{children}</h1>;
}

/** A small note beside a record's name. */
export function NoteBadge({ children }: { children: ReactNode }) {
  return <span className="badge ml-1.5 bg-sunken text-[0.8125rem] text-danger">{children}</span>;
}

/** A log entry with a summary and details. */
export function LogEntry({ children }: { children: ReactNode }) {
  return (
    <li className="border-t border-line py-3 wrap-anywhere [&_summary]:w-fit [&_summary]:cursor-pointer [&_summary]:py-1 [&_summary]:text-small [&_summary]:text-muted">
      {children}
    </li>
  );
}

/** A text to copy, such as a key. */
export function Secret({ children }: { children: ReactNode }) {
  return (
    <p data-secret="" className="mt-4 bg-sunken px-4 py-3 font-mono wrap-anywhere select-all">
      {children}
    </p>
  );
}
