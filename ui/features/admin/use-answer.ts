import { useEffect, useState } from "react";
import { ApiError, browserApi } from "../../shared/api.ts";

/** How long typing pauses before the API is asked, in milliseconds. */
const pauseMs = 250;

/** How long until the API is asked again after it could not answer, in milliseconds. */
const againMs = 3000;

/** What the API answers a body, once it no longer changes; null while that is unknown, and if the body is refused. */
export function useAnswer<T>(path: string, body: object): T | null {
  const [answer, setAnswer] = useState<T | null>(null);
  const asked = JSON.stringify(body);
  useEffect(() => {
    let wanted = true;
    const ask = async () => {
      let given: T | null = null;
      try {
        given = await browserApi.send<T>("POST", path, JSON.parse(asked));
      } catch (error) {
        const refused = error instanceof ApiError && error.status < 500;
        if (wanted && !refused) timer = setTimeout(ask, againMs);
      }
      if (wanted) setAnswer(given);
    };
    let timer = setTimeout(ask, pauseMs);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [path, asked]);
  return answer;
}
