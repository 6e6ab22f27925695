/** Answers kept for a few seconds, for what many ask at once. */

/** More are not kept: addresses can be made up without end. */
const most = 500;

/**
 * @param age milliseconds that an answer is kept
 * @param ask what is asked when none is kept; a failure is not kept
 */
export function briefly<T>(age: number, ask: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const kept = new Map<string, { until: number; answer: Promise<T> }>();
  return (key) => {
    const now = Date.now();
    const found = kept.get(key);
    if (found && found.until > now) return found.answer;
    const answer = ask(key);
    kept.delete(key);
    kept.set(key, { until: now + age, answer });
    answer.catch(() => kept.delete(key));
    for (const [oldest] of kept) {
      if (kept.size <= most) break;
      kept.delete(oldest);
    }
    return answer;
  };
}
