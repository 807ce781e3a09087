import { useEffect, useState } from "react";

/**
 * The last of the elements with these ids that was scrolled into the upper part of the screen; null before the first.
 */
export function useCurrent(ids: string[]): string | null {
  const [current, setCurrent] = useState<string | null>(null);
  const key = ids.join(" ");
  useEffect(() => {
    const elements = key.split(" ").flatMap((id) => document.getElementById(id) ?? []);
    const look = () =>
      setCurrent(elements.findLast((element) => element.getBoundingClientRect().top < innerHeight / 2)?.id ?? null);
    const observer = new IntersectionObserver(look, { rootMargin: "0px 0px -50% 0px" });
    for (const element of elements) observer.observe(element);
    return () => observer.disconnect();
  }, [key]);
  return current;
}
