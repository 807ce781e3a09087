/** A pulsing placeholder for something that is loading. */
export function Skeleton({ className = "" }: { className?: string }) {
  return <span className={`block animate-wait rounded-[3px] bg-skeleton ${className}`} aria-hidden="true" />;
}
