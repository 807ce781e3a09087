import { useEffect, useState } from "react";
import { browserApi } from "../../shared/api.ts";

/** How long typing pauses before the API is asked, in milliseconds. */
const pauseMs = 250;

/** What the API answers a body, once it no longer changes; null while that is unknown. */
export function useAnswer<T>(path: string, body: object): T | null {
  const [answer, setAnswer] = useState<T | null>(null);
  const asked = JSON.stringify(body);
  useEffect(() => {
    let wanted = true;
    const timer = setTimeout(async () => {
      const given = await browserApi.send<T>("POST", path, JSON.parse(asked)).catch(() => null);
      if (wanted) setAnswer(given);
    }, pauseMs);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [path, asked]);
  return answer;
}
