/** An asynchronous action of a component as a mutation: it runs once at a time, and its state is rendered. */
import { useMutation } from '@tanstack/react-query';
import { useId, useRef } from 'react';

/** Options of `useAsyncAction`. The callbacks also run after the component was unmounted. */
export interface AsyncActionOptions<Input, Result> {
  /** Called before `isPending` becomes false, which waits for the returned promise. */
  onSuccess?: (result: Result, input: Input) => unknown;
  onError?: (error: unknown, input: Input) => void;
  /**
   * What a start does while the action is running. `ignore` (default): nothing, so that a double click acts once. `queue`: it
   * runs next, for actions whose last input counts.
   */
  whilePending?: 'ignore' | 'queue';
}

/**
 * @param run the action; its error becomes `error`
 * @returns `mutate` reports errors through `error` and `onError` only; `mutateAsync` also rejects. While the action is running,
 *   `mutateAsync` returns the promise of the running one, unless starts are queued.
 */
export function useAsyncAction<Input, Result>(
  run: (input: Input) => Promise<Result>,
  { onSuccess, onError, whilePending = 'ignore' }: AsyncActionOptions<Input, Result> = {},
) {
  const id = useId();
  const running = useRef<Promise<Result> | null>(null);
  const mutation = useMutation<Result, Error, Input>({
    mutationFn: (input) => run(input),
    ...(onSuccess ? { onSuccess: (result, input) => onSuccess(result, input) } : {}),
    ...(onError ? { onError: (error, input) => onError(error, input) } : {}),
    ...(whilePending === 'queue' ? { scope: { id } } : {}),
  });
  const mutateAsync = (input: Input): Promise<Result> => {
    // Not `isPending`, which is that of the last rendering: both clicks of a double click may come before the next one.
    if (whilePending === 'ignore' && running.current) return running.current;
    const promise = mutation.mutateAsync(input).finally(() => {
      if (running.current === promise) running.current = null;
    });
    running.current = promise;
    return promise;
  };
  const { data, error, variables, isPending, reset } = mutation;
  return {
    mutate: (input: Input): void => void mutateAsync(input).catch(() => undefined),
    mutateAsync,
    /** The result of the last run. */
    data,
    error,
    /** The input of the last run. */
    variables,
    isPending,
    /** Forgets `data` and `error`. */
    reset,
  };
}
